import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

/** A person in a project that has `app` 1.0.0, which they have published, and its requirement `lib` 1.0.0. */
async function installed(world: ClientWorld): Promise<Person> {
  const person = new Person();
  await person.login(world);
  await person.run(['init']);
  await person.run(['publish', person.putSkill('lib'), '--version', '1.0.0']);
  const app = person.putSkill('app', { extra: 'requires:\n  - lib@^1\n' });
  await person.run(['publish', app, '--version', '1.0.0']);
  await person.run(['add', 'app']);
  return person;
}

test('ensure reports what it fetched again, and a dry run what it would fetch', async () => {
  const person = await installed(await server.world());
  renameSync(join(person.home, 'store'), join(person.home, 'gone'));
  expect(await person.run(['ensure', '--dry-run'])).toBe(
    'would repair skill lib 1.0.0\nwould repair skill app 1.0.0\n',
  );
  expect((await person.coppice(['verify'])).code).toBe(1);
  expect(await person.document(['ensure'])).toMatchObject({
    installed: [],
    repaired: [
      { kind: 'skill', slug: 'lib', version: '1.0.0' },
      { kind: 'skill', slug: 'app', version: '1.0.0' },
    ],
    unchanged: [],
  });
  expect(await person.run(['ensure'])).toBe('2 items are up to date\n');
});

test('verify detects a changed store, and ensure repairs it', async () => {
  const person = await installed(await server.world());
  rmSync(realpathSync(join(person.project, '.claude/skills/lib/SKILL.md')));
  expect(await person.coppice(['verify'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^skill lib: .*\n2 checked, 1 different from the lock\n$/),
    stderr: 'hint: coppice ensure repairs it\n',
  });
  await person.run(['ensure']);
  expect((await person.coppice(['verify'])).code).toBe(0);
});

test("a user's own file in place of an item is not an error, and does not count as the item", async () => {
  const person = await installed(await server.world());
  rmSync(join(person.project, '.claude/skills/lib'));
  person.put('.claude/skills/lib/SKILL.md', 'mine\n');
  expect(await person.coppice(['verify'])).toMatchObject({
    code: 0,
    stdout:
      'skill lib: .claude/skills/lib was not made by Coppice, and is kept\n2 checked, 1 not installed\n',
  });
});

test('update writes a lock again that a merge has broken', async () => {
  const person = await installed(await server.world());
  const good = person.text('coppice.lock');
  person.put('coppice.lock', `<<<<<<< ours\n${good}=======\n>>>>>>> theirs\n`);
  expect(await person.coppice(['ensure'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('coppice update'),
  });
  await person.run(['update']);
  expect(person.text('coppice.lock')).toBe(good);
});

test('an edit through a link is saved when the package is repaired', async () => {
  const person = await installed(await server.world());
  const file = realpathSync(join(person.project, '.claude/skills/lib/SKILL.md'));
  chmodSync(file, 0o644);
  person.put('.claude/skills/lib/SKILL.md', 'mine\n');
  const { stdout, stderr } = await person.coppice(['ensure']);
  expect(stdout).toBe('repaired skill lib 1.0.0\n1 item is up to date\n');
  const [, savedIn = ''] = /^warn: skill `lib` was changed in the store .* (\S+)$/m.exec(stderr) ?? [];
  expect(readFileSync(join(savedIn, 'SKILL.md'), 'utf8')).toBe('mine\n');
  expect(person.text('.claude/skills/lib/SKILL.md')).toContain('name: lib');
});

test('a removed item that something else requires stays, with a hint why', async () => {
  const person = await installed(await server.world());
  chmodSync(join(person.project, 'coppice.toml'), 0o664);
  await person.run(['add', 'lib']);
  expect(statSync(join(person.project, 'coppice.toml')).mode & 0o777).toBe(0o664);
  const { code, stderr } = await person.coppice(['remove', 'lib']);
  expect([code, person.text('coppice.toml')?.includes('lib = ')]).toEqual([0, false]);
  expect(stderr).toContain('hint: something else requires lib, so it stays installed; see coppice why lib\n');
  expect((await person.coppice(['remove', 'app'])).stderr).not.toContain('hint');
});

test('of several items all are added or none, and all are removed', async () => {
  const person = new Person();
  await person.login(await server.world());
  await person.run(['init']);
  for (const slug of ['lint', 'deploy'])
    await person.run(['publish', person.putSkill(slug), '--version', '1.0.0']);
  const before = person.text('coppice.toml');
  const refused = await person.coppice(['add', 'lint', 'deploy@^9']);
  expect([refused.code, person.text('coppice.toml'), person.text('coppice.lock')]).toEqual([
    1,
    before,
    undefined,
  ]);
  expect(refused.stderr).toContain('skill `deploy` cannot be installed');
  expect((await person.coppice(['add', 'lint', 'lint@^1'])).stderr).toContain('skill `lint` is named twice');
  expect(await person.document(['add', 'lint', 'deploy@^1'])).toMatchObject({
    items: [
      { slug: 'lint', range: '*' },
      { slug: 'deploy', range: '^1' },
    ],
    installed: [{ slug: 'deploy' }, { slug: 'lint' }],
  });
  expect(await person.run(['remove', 'lint', 'deploy'])).toBe('removed skill deploy\nremoved skill lint\n');
  expect(person.text('coppice.toml')).toBe(before);
});

test('copies stay copies through every command without --copy', async () => {
  const person = await installed(await server.world());
  await person.run(['ensure', '--copy']);
  const path = '.claude/skills/lib/SKILL.md';
  const isCopy = () => realpathSync(join(person.project, path)) === join(realpathSync(person.project), path);
  person.putSkill('lib', { body: '# better\n' });
  await person.run(['publish', 'skills/lib', '--bump', 'patch']);
  await person.run(['update']);
  expect([isCopy(), person.text(path)]).toEqual([true, expect.stringContaining('# better')]);
  await person.run(['add', 'lib']);
  await person.run(['remove', 'app']);
  expect([isCopy(), person.text('.claude/skills/app/SKILL.md')]).toEqual([true, undefined]);
  await person.run(['ensure']);
  expect(isCopy()).toBe(false);
});

test('update keeps a yanked version without a replacement, and outdated reports it', async () => {
  const person = await installed(await server.world());
  await person.run(['yank', 'lib@1.0.0', '--reason', 'eats files', '--yes']);
  expect(await person.coppice(['outdated'])).toMatchObject({
    stdout: 'lib\t1.0.0\t-\t-\tyanked: eats files\n',
    stderr: expect.stringContaining('the installed version stays\n'),
  });
  expect(await person.document(['update'])).toMatchObject({ removed: [], moved: [], lockChanged: false });
  expect(person.text('.claude/skills/lib/SKILL.md')).toContain('name: lib');
});

test('publish reports its commit, in a dry run and afterwards, or that there is none', async () => {
  const person = new Person();
  await person.login(await server.world());
  const folder = person.putSkill('mine');
  const words = ['publish', folder, '--version', '1.0.0'];
  expect(await person.coppice([...words, '--dry-run'])).toMatchObject({
    stdout: expect.not.stringContaining(' at '),
    stderr: expect.stringMatching(/^no source repository is recorded: .*\nnothing was sent\n$/),
  });
  const git = (...given: readonly string[]) =>
    execFileSync('git', ['-C', person.project, '-c', 'user.name=t', '-c', 'user.email=t@e.org', ...given], {
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'https://me:secret@git.example/owner/repo.git');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  person.environment = { PATH: process.env['PATH'] ?? '', HOME: person.place };
  const source = { repo: 'https://git.example/owner/repo.git', commit: git('rev-parse', 'HEAD') };
  expect(await person.document([...words, '--dry-run'])).toMatchObject({ dryRun: true, source });
  expect(await person.run([...words, '--dry-run'])).toMatch(
    new RegExp(`\nfrom ${source.repo} at ${source.commit}\n$`),
  );
  expect(await person.document(words)).toMatchObject({ outcome: 'published', source });
  person.put(`${folder}/more.md`, 'not committed\n');
  expect(await person.document([...words, '--dry-run'])).toMatchObject({ source: null });
});

test('a malformed token is not sent, and the hint about a refused one is not the same command', async () => {
  const world = await server.world();
  const { url, tenant } = world;
  const person = new Person();
  const login = (input: string, where = url) =>
    person.coppice(['login', where, '--tenant', tenant, '--token-stdin'], { input });
  expect(await login('cop_a\ncop_b\n', 'http://127.0.0.1:9')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: the input is not a token/),
  });
  const token = await world.token();
  await login(token);
  expect((await person.coppice(['logout', '--tenant', 'other'])).stderr).toBe(
    `error: there is no login to ${url} for other (not-found)\nhint: logins: ${url} (${tenant})\n`,
  );
  const { stderr } = await login('cop_wrong\n');
  expect(stderr).toMatch(/\(unauthorized\)\nhint: .*tenant.*token/);
  expect(stderr).not.toContain('coppice login');
});
