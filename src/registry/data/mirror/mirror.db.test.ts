import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { deprecateItem, moveItem } from '../../items/lifecycle/item-state.js';
import { yankVersion } from '../../items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { doDueWork } from '../outbox.js';
import { type TestMirror, testMirror } from './mirror.fixture.js';
import { mirrorTopic } from './mirror-topic.js';

let registry: TestRegistry;
let team: Publishing;
let mirror: TestMirror;
let count = 0;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  await registry.unguarded.deleteFrom('outbox').execute();
  count += 1;
  team = await publishingIn(registry, `team-${count}`);
  mirror = testMirror();
});
afterEach(() => mirror.remove());

const at = (path: string) => join(mirror.folder, team.tenant.slug, 'skill', path);
const named = (texts: readonly string[]) => texts.map((text) => text.replaceAll(team.tenant.slug, 'TEAM'));
const lib = { kind: 'skill', slug: 'lib' } as const;

test('a publish is one commit with the files of the version, by coppice@local, at its time', async () => {
  const files = { 'scripts/run.sh': 'echo\r\n', 'bytes.bin': new Uint8Array([0, 255, 13, 10]) };
  await team.publish('lib@1.0.0', { files });
  registry.clock.advance(60_000);
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(named(mirror.log())).toEqual(['publish: TEAM/skill/lib@1.0.0']);
  expect(named(mirror.touched('HEAD'))).toEqual([
    'TEAM/skill/lib/1.0.0/SKILL.md',
    'TEAM/skill/lib/1.0.0/bytes.bin',
    'TEAM/skill/lib/1.0.0/scripts/run.sh',
  ]);
  const published = new Date(registry.clock.now() - 60_000).toISOString().replace('.000Z', '+00:00');
  expect(mirror.git('log', '-1', '--format=%an <%ae> %aI').trim()).toBe(
    `coppice <coppice@local> ${published}`,
  );
  expect(readFileSync(at('lib/1.0.0/scripts/run.sh'), 'utf8')).toBe('echo\r\n');
  expect(mirror.git('show', `HEAD:${team.tenant.slug}/skill/lib/1.0.0/scripts/run.sh`)).toBe('echo\r\n');
  expect(mirror.git('status', '--porcelain')).toBe('');
});

test("the repository's own name and address take precedence, and its hooks do not run", async () => {
  mirror.git('config', 'user.name', 'Ada');
  mirror.git('config', 'user.email', 'ada@example.com');
  const hook = join(mirror.folder, '.git/hooks/reference-transaction');
  writeFileSync(hook, '#!/bin/sh\nexit 1\n');
  chmodSync(hook, 0o755);
  await team.publish('lib@1.0.0');
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(mirror.git('log', '-1', '--format=%an <%ae>, %cn <%ce>').trim()).toBe(
    'Ada <ada@example.com>, Ada <ada@example.com>',
  );
});

test('commits are signed where the configuration says so', async () => {
  const signer = join(mirror.folder, '.git/signer');
  writeFileSync(signer, '#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "a signature"\n');
  chmodSync(signer, 0o755);
  mirror.git('config', 'commit.gpgsign', 'true');
  mirror.git('config', 'gpg.program', signer);
  await team.publish('lib@1.0.0');
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(mirror.git('cat-file', 'commit', 'HEAD')).toContain('gpgsig a signature');
});

test("every later change of an item's state is one commit, stored beside its versions", async () => {
  await team.publish('lib@1.0.0');
  await yankVersion(registry, team.admin, lib, { version: '1.0.0', reason: 'broken' });
  await deprecateItem(registry, team.admin, lib, { message: 'use tool', replacement: 'tool' });
  await moveItem(registry, team.admin, lib, 'archive', 'unused');
  await mirror.follow(registry);
  expect(JSON.parse(readFileSync(at('lib/state.json'), 'utf8'))).toEqual({
    archived: 'unused',
    deprecated: 'use tool',
    yanked: { '1.0.0': 'broken' },
  });
  // Each change is recorded, even if the mirror reaches the first only after the last.
  await moveItem(registry, team.admin, lib, 'unarchive', 'used after all');
  await yankVersion(registry, team.admin, lib, { version: '1.0.0', reason: '', undo: true });
  await moveItem(registry, team.admin, lib, 'archive', 'really');
  await mirror.follow(registry);
  expect(named(mirror.log())).toEqual([
    'publish: TEAM/skill/lib@1.0.0',
    'yank: TEAM/skill/lib@1.0.0',
    'deprecate: TEAM/skill/lib',
    'archive: TEAM/skill/lib',
    'unarchive: TEAM/skill/lib',
    'unyank: TEAM/skill/lib@1.0.0',
    'archive: TEAM/skill/lib',
  ]);
  expect(mirror.git('log', '-1', '--format=%b').trim()).toBe('really');
  expect(JSON.parse(readFileSync(at('lib/state.json'), 'utf8'))).toEqual({
    archived: 'really',
    deprecated: 'use tool',
  });
});

test('work that was already done makes no second commit', async () => {
  await team.publish('lib@1.0.0');
  await mirror.follow(registry);
  await registry.unguarded.updateTable('outbox').set({ done_at: null }).execute();
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(mirror.log()).toHaveLength(1);
});

test('files that somebody else has staged or added stay out of the commits, and stay', async () => {
  writeFileSync(join(mirror.folder, 'staged.txt'), 'mine');
  writeFileSync(join(mirror.folder, 'left.txt'), 'mine');
  mirror.git('add', 'staged.txt');
  await team.publish('lib@1.0.0');
  await mirror.follow(registry);
  expect(named(mirror.touched('HEAD'))).toEqual(['TEAM/skill/lib/1.0.0/SKILL.md']);
  expect(mirror.git('status', '--porcelain')).toBe('A  staged.txt\n?? left.txt\n');
});

test('a locked index stops nothing', async () => {
  writeFileSync(join(mirror.folder, '.git/index.lock'), '');
  await team.publish('lib@1.0.0');
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(mirror.log()).toHaveLength(1);
  expect(existsSync(at('lib/1.0.0/SKILL.md'))).toBe(true);
  expect(registry.log.lines.at(-1)?.message).toContain('index');
});

test('a link that leads outside the repository is not followed', async () => {
  const outside = join(mirror.folder, '.git/outside');
  mkdirSync(outside);
  symlinkSync(outside, join(mirror.folder, team.tenant.slug));
  await team.publish('lib@1.0.0');
  expect(await mirror.follow(registry)).toEqual({ done: 0, failed: 1 });
  expect(readdirSync(outside)).toEqual([]);
  rmSync(join(mirror.folder, team.tenant.slug));
  // A link in place of the version itself is removed, and its target stays.
  mkdirSync(at('lib'), { recursive: true });
  writeFileSync(join(outside, 'SKILL.md'), 'not ours');
  symlinkSync(outside, at('lib/1.0.0'));
  registry.clock.advance(60_000);
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(readFileSync(join(outside, 'SKILL.md'), 'utf8')).toBe('not ours');
  expect(readFileSync(at('lib/1.0.0/SKILL.md'), 'utf8')).toContain('name: example');
});

function breakRepository(): object {
  rmSync(join(mirror.folder, '.git/HEAD'));
  return {};
}

test.for<[string, () => object]>([
  ['git is missing', () => ({ environment: { PATH: '/nowhere' } })],
  ['the folder is missing', () => ({ folder: join(mirror.folder, 'nothing') })],
  ['the folder is inside a repository', () => ({ folder: join(mirror.folder, 'inside') })],
  ['the repository is broken', () => breakRepository()],
])('when %s, a publish succeeds and the work waits', async ([, given]) => {
  mkdirSync(join(mirror.folder, 'inside'));
  const { outcome } = await team.publish('lib@1.0.0');
  expect(outcome).toBe('published');
  const broken = { folder: mirror.folder, environment: mirror.environment, ...given() };
  expect(await doDueWork(registry, mirrorTopic(broken))).toEqual({ done: 0, failed: 1 });
  expect(registry.log.lines.at(-1)?.fields).toMatchObject({ attempts: 1, topic: 'mirror' });
  writeFileSync(join(mirror.folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  registry.clock.advance(60_000);
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(mirror.log()).toHaveLength(1);
});

test.for(['--bare', '--object-format=sha256'])('other kinds of repositories work too: %s', async (kind) => {
  mirror.remove();
  mirror = testMirror(kind);
  await team.publish('lib@1.0.0');
  await moveItem(registry, team.admin, lib, 'archive', 'unused');
  await moveItem(registry, team.admin, lib, 'unarchive', 'used');
  expect(await mirror.follow(registry)).toEqual({ done: 3, failed: 0 });
  expect(named(mirror.log())).toEqual([
    'publish: TEAM/skill/lib@1.0.0',
    'archive: TEAM/skill/lib',
    'unarchive: TEAM/skill/lib',
  ]);
  expect(named(mirror.touched('HEAD'))).toEqual(['TEAM/skill/lib/state.json']);
  expect(existsSync(join(mirror.folder, team.tenant.slug))).toBe(kind !== '--bare');
});

test('a commit that somebody else makes meanwhile is kept', async () => {
  // Signing happens between reading the head and moving it.
  const signer = join(mirror.folder, '.git/signer');
  const meddle = `git -c commit.gpgsign=false -c user.name=x -c user.email=x commit -q --allow-empty -m other`;
  writeFileSync(
    signer,
    `#!/bin/sh
    cat >/dev/null
    [ -e "$0.once" ] || { touch "$0.once"; env -u GIT_INDEX_FILE ${meddle}; }
    echo "[GNUPG:] SIG_CREATED " >&2
    echo "a signature"\n`,
  );
  chmodSync(signer, 0o755);
  mirror.git('config', 'commit.gpgsign', 'true');
  mirror.git('config', 'gpg.program', signer);
  await team.publish('lib@1.0.0');
  expect(await mirror.follow(registry)).toEqual({ done: 0, failed: 1 });
  expect(mirror.log()).toEqual(['other']);
  registry.clock.advance(60_000);
  expect(await mirror.follow(registry)).toEqual({ done: 1, failed: 0 });
  expect(named(mirror.log())).toEqual(['other', 'publish: TEAM/skill/lib@1.0.0']);
});
