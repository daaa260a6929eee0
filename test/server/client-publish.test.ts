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
    usage: { uses: 0, views: 0, downloads: 0, installs: 0, projects: 0, unverified: 0 },
  });
  const shown = await job.run(['info', 'from-job@1.0.0']);
  expect(shown).toMatch(/^skill +from-job 1\.0\.0, the latest\n/);
  expect(shown).toMatch(/^published +by service:\S+ on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  expect(shown).toMatch(/^use +0 uses, 0 projects; 0 installs, 0 downloads, 0 views$/m);
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

test('archive names the items that require it, asks, says why to who installs it, and can be undone', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  await person.run(['publish', person.putSkill('lib'), '--version', '1.0.0']);
  const app = person.putSkill('app', { extra: 'requires: [lib@^1]\n' });
  await person.run(['publish', app, '--version', '1.0.0']);
  const archive = ['registry', 'archive', 'lib', '--reason', 'replaced by otel'];
  expect(await person.coppice(archive)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /needs --yes.*\nhint: `lib` is required by `app` .*--yes archives it anyway\n/,
    ),
  });
  expect(await person.document(['info', 'lib'])).toMatchObject({ state: 'published' });
  expect(await person.coppice([...archive, '--yes'])).toMatchObject({
    code: 0,
    stdout: 'skill lib is archived: replaced by otel\n',
    stderr: expect.stringMatching(/^warn: `lib` is required by `app`.*\nrestore it with: .* lib --undo\n$/),
  });
  await person.run(['init']);
  expect(await person.coppice(['add', 'app'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /skill `lib`, which `app@1\.0\.0` requires, .*archived by .*replaced by otel/,
    ),
  });
  expect(await person.document(['registry', 'archive', 'lib', '--undo'])).toEqual({
    kind: 'skill',
    slug: 'lib',
    state: 'published',
    stateReason: null,
  });
  // Nothing requires it, so nobody is asked.
  expect(await person.run(['registry', 'archive', 'app', '--reason', 'old'])).toContain('is archived');

  const reader = new Person();
  await reader.login(world, ['skills:read', 'skills:publish']);
  expect(await reader.coppice(archive)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('(forbidden)'),
  });
});

test.each([
  ['yank', ['yank', 'lbi@1.0.0', '--reason', 'x']],
  ['deprecate', ['deprecate', 'lbi', '--message', 'x']],
  ['registry archive', ['registry', 'archive', 'lbi', '--reason', 'x']],
])('%s of a mistyped name suggests the nearest one', async (_, words) => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  await person.run(['publish', person.putSkill('lib'), '--version', '1.0.0']);
  expect(await person.coppice(words)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: there is no skill `lbi` .*\nhint: did you mean: lib\n$/),
  });
});

test('what a new version requires and nobody has published is a warning, with the nearest name', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const lib = person.putSkill('lib');
  const app = person.putSkill('app', { extra: 'requires: [lib@^1]\n' });
  // Both at once: what one of them requires is there.
  expect(await person.coppice(['publish', app, lib, '--version', '1.0.0'])).toMatchObject({
    code: 0,
    stderr: '',
  });
  const publish = async (requires: string) => {
    const path = person.putSkill('app', { extra: `requires: [${requires}]\n` });
    return (await person.coppice(['publish', path, '--bump', 'minor'])).stderr;
  };
  expect(await publish('lbi')).toBe(
    'warn: `lbi`, which it requires, cannot be installed yet: it was never published; similar names are `lib`\n',
  );
  expect(await publish('lib@^9')).toBe(
    'warn: `lib@^9`, which it requires, cannot be installed yet: no published version fits ^9; the highest is 1.0.0\n',
  );
  await person.run(['init']);
  await person.run(['registry', 'archive', 'lib', '--reason', 'old', '--yes']);
  expect(await publish('lib')).toMatch(/cannot be installed yet: it was archived by /);
});

test('a set of too many folders is refused before anything is read', async () => {
  const person = new Person();
  const folders = Array.from({ length: 21 }, (_, at) => `skill-${at}`);
  expect(await person.coppice(['publish', ...folders, '--version', '1.0.0'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: publish takes at most 20 folders at once, and 21 were given/),
  });
});

test('the file of a command needs no name, and warnings of several items say whose they are', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  person.put('.claude/commands/notes.md', '---\ndescription: Writes notes.\n---\nWrite them.\n');
  const odd = person.putSkill('odd', { extra: 'mood: good\n' });
  const result = await person.coppice(['publish', '.claude/commands/notes.md', odd, '--version', '1.0.0']);
  expect(result).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warn: odd: SKILL\.md, line \d: .*mood\.\n$/),
  });
});

test('the first version of what exists already names the near ones of the registry and of the library', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const put = (name: string, description: string) =>
    person.put(`${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`);
  put('release-notes', 'Write release notes from the commits since the last tag.');
  put('sourdough', 'Plan when to feed the levain and bake the bread.');
  for (const name of ['release-notes', 'sourdough'])
    expect((await person.coppice(['publish', name, '--version', '1.0.0'])).stderr).not.toContain('similar');
  const news = 'Turn the commits since the last tag into release notes.';
  await person.run(['create', 'news', '--description', news, '--body', '# News']);
  put('changelog', 'Drafts a changelog for the new release from the git commits.');
  const { stderr, stdout } = await person.coppice(['publish', 'changelog', '--version', '1.0.0', '--json']);
  expect(stderr).toMatch(
    /release-notes in the registry is similar \(\d+ %\); consider proposing a change to it/,
  );
  expect(stderr).toContain('home:news of your library is similar');
  expect(stderr).not.toContain('sourdough');
  expect(JSON.parse(stdout).similar).toEqual(
    expect.arrayContaining([
      { where: 'registry', item: 'release-notes', score: expect.any(Number) },
      { where: 'library', item: 'home:news', score: expect.any(Number) },
    ]),
  );
  const second = await person.coppice(['publish', 'changelog', '--version', '1.0.1', '--dry-run']);
  expect(second.stderr).not.toContain('similar');
});
