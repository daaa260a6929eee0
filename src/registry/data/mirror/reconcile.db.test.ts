import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveItem } from '../../items/lifecycle/item-state.js';
import { yankVersion } from '../../items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { exclusively } from '../db/database.js';
import { lockOf } from '../outbox.js';
import { type TestMirror, testMirror } from './mirror.fixture.js';
import { type Reconciliation, reconcile } from './reconcile.js';

let registry: TestRegistry;
let team: Publishing;
let mirror: TestMirror;
beforeEach(async () => {
  registry = await testRegistry();
  team = await publishingIn(registry, 'team');
  mirror = testMirror();
  await team.publish('lib@1.0.0', { files: { 'run.sh': 'echo' } });
  await team.publish('lib@1.1.0');
  await team.publish('tool@1.0.0', {}, { kind: 'agent' });
});
afterEach(async () => {
  mirror.remove();
  await registry.close();
});

const lib = { kind: 'skill', slug: 'lib' } as const;
const clean: Reconciliation = { versions: 3, added: [], mended: [], removed: [], unknown: [], failed: [] };

async function check(expected: Partial<Reconciliation>): Promise<void> {
  expect(await reconcile(registry, mirror)).toEqual({ ...clean, ...expected });
  expect(await reconcile(registry, mirror)).toEqual({
    ...clean,
    versions: expected.versions ?? clean.versions,
    unknown: expected.unknown ?? [],
  });
  expect(mirror.git('status', '--porcelain')).toBe('');
}

test('an empty repository is filled as if the mirror had always followed, and later work finds nothing to do', async () => {
  await yankVersion(registry, team.admin, lib, { version: '1.0.0', reason: 'broken' });
  await moveItem(registry, team.admin, lib, 'archive', 'unused');
  await check({
    added: [
      'team/skill/lib/1.0.0',
      'team/skill/lib/1.1.0',
      'team/agent/tool/1.0.0',
      'team/skill/lib/state.json',
    ],
  });
  const commits = mirror.log();
  expect(commits).toEqual([
    'publish: team/skill/lib@1.0.0',
    'publish: team/skill/lib@1.1.0',
    'publish: team/agent/tool@1.0.0',
    'reconcile: team/skill/lib',
  ]);
  await mirror.follow(registry);
  expect(mirror.log()).toEqual(commits);
});

test('a mirror that is up to date needs nothing', async () => {
  await yankVersion(registry, team.admin, lib, { version: '1.0.0', reason: 'broken' });
  await mirror.follow(registry);
  await check({});
});

test('a name with a namespace has a folder in that of its namespace', async () => {
  await registry.unguarded
    .insertInto('namespaces')
    .values({ tenant_id: team.tenant.id, name: 'design', created_at: new Date() })
    .execute();
  const rights = [{ namespace: 'design', role: 'admin', from: 'tenant', group: null }] as const;
  await team.publish('@design/logo@1.0.0', {}, { by: registry.caller(team.tenant, { rights }) });
  await mirror.follow(registry);
  expect(mirror.log().at(-1)).toBe('publish: team/skill/@design/logo@1.0.0');
  expect(mirror.touched('HEAD')).toEqual(['team/skill/@design/logo/1.0.0/SKILL.md']);
  await check({ versions: 4 });
  rmSync(join(mirror.folder, 'team/skill/@design'), { recursive: true });
  mirror.git('add', '--all');
  mirror.git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '-m', 'meddle');
  expect((await reconcile(registry, mirror)).added).toEqual(['team/skill/@design/logo/1.0.0']);
});

test('commits of somebody else over it are corrected', async () => {
  await mirror.follow(registry);
  writeFileSync(join(mirror.folder, 'team/skill/lib/1.0.0/SKILL.md'), 'other');
  writeFileSync(join(mirror.folder, 'team/skill/lib/1.0.0/more.md'), 'more');
  writeFileSync(join(mirror.folder, 'team/skill/lib/state.json'), '{"archived": "by hand"}');
  rmSync(join(mirror.folder, 'team/agent'), { recursive: true });
  mirror.git('add', '--all');
  mirror.git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '-m', 'meddle');
  await check({
    mended: ['team/skill/lib/1.0.0'],
    added: ['team/agent/tool/1.0.0'],
    removed: ['team/skill/lib/state.json'],
  });
  expect(mirror.git('ls-files', 'team/skill/lib/1.0.0')).not.toContain('more.md');
});

test('files that were changed or removed without a commit are corrected without a commit', async () => {
  await mirror.follow(registry);
  const path = join(mirror.folder, 'team/skill/lib/1.0.0/run.sh');
  writeFileSync(path, 'rm -rf');
  rmSync(join(mirror.folder, 'team/skill/lib/1.1.0'), { recursive: true });
  await check({ mended: ['team/skill/lib/1.0.0', 'team/skill/lib/1.1.0'] });
  expect(readFileSync(path, 'utf8')).toBe('echo');
  expect(mirror.log()).toHaveLength(3);
});

test('unknown versions are reported and left as they are, and other folders are ignored', async () => {
  await mirror.follow(registry);
  await registry.unguarded.deleteFrom('items').where('kind', '=', 'agent').execute();
  writeFileSync(join(mirror.folder, 'README.md'), 'a mirror');
  mirror.git('add', '--all');
  mirror.git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '-m', 'a readme');
  expect(await reconcile(registry, mirror)).toEqual({
    ...clean,
    versions: 2,
    unknown: ['team/agent/tool/1.0.0'],
  });
});

test('a version whose bytes are missing is reported, and the others are written', async () => {
  const version = await team.version('lib@1.0.0');
  await registry.blobs.remove(version?.digest ?? '');
  expect(await reconcile(registry, mirror)).toEqual({
    ...clean,
    added: ['team/skill/lib/1.1.0', 'team/agent/tool/1.0.0'],
    failed: ['team/skill/lib/1.0.0'],
  });
});

test('it does not write while a server does', async () => {
  await exclusively(registry.database, lockOf('mirror'), async () => {
    await expect(reconcile(registry, mirror)).rejects.toMatchObject({ code: 'lock-busy' });
  });
});
