import { afterAll, expect, test } from 'vitest';
import { Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

test('a job publishes by environment alone, and info says who did, when, and how it is used', async () => {
  const world = await server.world();
  const job = new Person();
  job.environment = {
    COPPICE_REGISTRY: `${world.url}/${world.tenant}`,
    COPPICE_TOKEN: await world.token(),
  };
  await job.run(['publish', job.putSkill('from-job'), '--version', '1.0.0']);
  expect(await job.document(['info', 'from-job'])).toMatchObject({
    kind: 'skill',
    slug: 'from-job',
    version: '1.0.0',
    latest: '1.0.0',
    publishedBy: expect.stringMatching(/^service:/),
    publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    source: null,
    scan: { verdict: 'pass' },
    usage: { uses: 0, views: 0, downloads: 0, installs: 0, projects: 0 },
  });
  expect(await job.run(['info', 'from-job@1.0.0'])).toMatch(/^skill +from-job 1\.0\.0, the latest\n/);
  expect(await job.coppice(['info', 'form-job'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hint: did you mean: from-job\n'),
  });
  expect(await job.coppice(['info', 'from-job@2.0.0'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hint: the versions are 1.0.0\n'),
  });
});

test('the file of an agent is published and installed as it is', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const text = '---\nname: reviewer\ndescription: Reviews changes. Use before a merge.\n---\nReview it.\n';
  person.put('.claude/agents/reviewer.md', text);
  expect(
    await person.document(['publish', '.claude/agents/reviewer.md', '--version', '1.0.0']),
  ).toMatchObject({
    kind: 'agent',
    slug: 'reviewer',
  });
  person.put('note.md', text);
  expect(await person.coppice(['publish', 'note.md', '--version', '1.0.0'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not the file of an agent or a command.*\nhint: .*--kind agent/),
  });
  const other = new Person();
  await other.login(world, ['skills:read']);
  await other.run(['init']);
  await other.run(['add', 'reviewer', '--kind', 'agent']);
  expect(other.text('.claude/agents/reviewer.md')).toBe(text);
});

test('several folders are published together or not at all', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const put = (name: string, range: string) =>
    person.putSkill(name, { extra: `requires:\n  - lib@${range}\n`, body: `# ${name} with ${range}\n` });
  for (const version of ['1.0.0', '2.0.0'])
    await person.run(['publish', person.putSkill('lib', { body: `# ${version}\n` }), '--version', version]);
  for (const name of ['auth', 'cache']) await person.run(['publish', put(name, '^1'), '--version', '1.0.0']);
  const alone = await person.coppice(['publish', put('auth', '^2'), '--bump', 'major']);
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringMatching(/together.*closure/) });
  const both = ['publish', put('auth', '^2'), put('cache', '^2'), '--bump', 'major'];
  expect(await person.document([...both, '--dry-run'])).toMatchObject({
    dryRun: true,
    items: [{ slug: 'auth', version: '2.0.0' }, { slug: 'cache' }],
  });
  expect(await person.document(both)).toMatchObject({
    items: [
      { slug: 'auth', version: '2.0.0', outcome: 'published' },
      { slug: 'cache', version: '2.0.0', outcome: 'published' },
    ],
  });
});

test('yank names the items that require the version, and does it only with --yes or an answer', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  await person.run(['publish', person.putSkill('lib'), '--version', '1.0.0']);
  await person.run([
    'publish',
    person.putSkill('app', { extra: 'requires: [lib@^1]\n' }),
    '--version',
    '1.0.0',
  ]);
  const yank = ['yank', 'lib@1.0.0', '--reason', 'bad'];
  expect(await person.coppice(yank)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /needs --yes.*\nhint: `lib@1\.0\.0` is required by `app` .*--yes yanks it anyway\n/,
    ),
  });
  expect(await person.document(['info', 'lib'])).toMatchObject({ yanked: null, usedBy: ['app'] });
  expect(await person.coppice([...yank, '--yes'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('warn: `lib@1.0.0` is required by `app`'),
  });
});
