import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

/** A person who is logged in and has published `lib` 1.0.0 and `app` 1.0.0, which requires it. */
async function author(world: ClientWorld): Promise<Person> {
  const person = new Person();
  await person.login(world);
  await person.run(['publish', person.putSkill('lib'), '--version', '1.0.0']);
  await person.run([
    'publish',
    person.putSkill('app', { extra: 'requires:\n  - lib@^1\n' }),
    '--version',
    '1.0.0',
  ]);
  return person;
}

/** Another person, who may only read, with an empty manifest. */
async function reader(world: ClientWorld): Promise<Person> {
  const person = new Person();
  await person.login(world, ['skills:read']);
  await person.run(['init']);
  return person;
}

test('a login is verified, stored for its owner alone, and removed by logout', async () => {
  const world = await server.world();
  const person = new Person();
  const words = ['login', world.url, '--tenant', world.tenant, '--token-stdin'];
  expect(await person.coppice(words, { input: 'cop_wrong\n' })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*\(unauthorized\)\nhint: .*\n$/),
  });
  const path = join(person.home, 'credentials.toml');
  expect(existsSync(path)).toBe(false);

  const token = await world.token(['skills:read']);
  const result = await person.coppice(words, { input: `${token}\n` });
  expect(result.stdout).toBe(
    `logged in to ${world.url} (${world.tenant}) as service:service-1, scopes: skills:read\n`,
  );
  expect(result.stdout + result.stderr).not.toContain(token);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await person.document(['whoami'])).toEqual({
    url: world.url,
    tenant: world.tenant,
    principal: 'service:service-1',
    role: null,
    scopes: ['skills:read'],
    expiresAt: null,
    rights: [{ namespace: null, role: 'reader', from: 'tenant', group: null }],
  });

  expect(await person.document(['logout'])).toEqual({
    loggedOut: [{ url: world.url, tenant: world.tenant }],
  });
  expect(readFileSync(path, 'utf8')).not.toContain(token);
  expect(await person.coppice(['whoami'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: no registry is known here \(not-found\)\nhint: log in to one with: coppice login URL --tenant T, or set /,
    ),
  });
  expect(await person.coppice(['logout'])).toMatchObject({ code: 1 });
});

test('init uses the registry of the last login, or the given one, and overwrites nothing', async () => {
  const world = await server.world();
  const person = await reader(world);
  const manifest = person.text('coppice.toml');
  expect(manifest).toContain(`url = "${world.url}"\ntenant = "${world.tenant}"\n`);
  expect(await person.document(['init'])).toMatchObject({ error: { code: 'already-exists' } });
  expect(person.text('coppice.toml')).toBe(manifest);

  rmSync(join(person.project, 'coppice.toml'));
  expect(await person.coppice(['init', '--registry', 'https://other.test'])).toMatchObject({ code: 2 });
  await person.run(['init', '--registry', 'https://other.test/', '--tenant', 'else']);
  expect(person.text('coppice.toml')).toContain('url = "https://other.test"\ntenant = "else"\n');
  expect(await person.coppice(['init'], { folder: person.place })).toMatchObject({ code: 1 });
});

test("a skill is installed into another person's project, with its requirements", async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  const comment = '# ours, keep it\n';
  person.put('coppice.toml', `${comment}${person.text('coppice.toml')}`);

  expect(await person.document(['add', 'app@^1'])).toMatchObject({
    item: { kind: 'skill', slug: 'app', from: 'registry', range: '^1' },
    installed: [
      { kind: 'skill', slug: 'lib', version: '1.0.0' },
      { kind: 'skill', slug: 'app', version: '1.0.0' },
    ],
    lockChanged: true,
  });
  expect(person.text('coppice.toml')?.startsWith(comment)).toBe(true);
  expect(person.text('.claude/skills/lib/SKILL.md')).toContain('name: lib');

  expect(await person.document(['ensure', '--frozen'])).toEqual({
    installed: [],
    repaired: [],
    unchanged: [
      { kind: 'skill', slug: 'lib', version: '1.0.0' },
      { kind: 'skill', slug: 'app', version: '1.0.0' },
    ],
    removed: [],
    skipped: [],
    failed: [],
    lockChanged: false,
  });
  expect(await person.run(['tree'])).toBe('app 1.0.0 (^1)\n└── lib 1.0.0 (^1)\n');
  expect(await person.run(['why', 'lib'])).toBe('app ^1 (1.0.0) -> lib ^1 (1.0.0)\n');
  expect(await person.run(['verify'])).toBe('2 checked, all match the lock\n');

  expect(await person.document(['remove', 'app'])).toMatchObject({
    removed: [
      { kind: 'skill', slug: 'app' },
      { kind: 'skill', slug: 'lib' },
    ],
  });
  expect(person.text('.claude/skills/lib/SKILL.md')).toBeUndefined();
  expect(person.text('coppice.toml')).not.toContain('app = ');
});

test('an item that cannot be installed leaves manifest and lock as they were', async () => {
  const own = await startServer();
  const world = await own.world();
  await author(world);
  const person = await reader(world);
  await person.run(['add', 'lib']);
  const before = [person.text('coppice.toml'), person.text('coppice.lock')];
  await own.stop();
  const refused = await person.coppice(['add', 'app']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error: .+ \(unavailable\)\nhint: .+\n$/);
  expect([person.text('coppice.toml'), person.text('coppice.lock')]).toEqual(before);
  expect(await person.document(['ensure', '--offline'])).toMatchObject({ unchanged: [{ slug: 'lib' }] });
});

test('what cannot be installed is not added: the reason is said, and no byte changes', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  await person.run(['add', 'lib']);
  const before = [person.text('coppice.toml'), person.text('coppice.lock')];
  const refusals = {
    'lib@^9':
      /^error: skill `lib` cannot be installed: no published version fits \^9; the highest is .*stays installed \(conflict\)\n/,
    lbi: /^error: skill `lbi` cannot be installed: it was never published \(not-found\)\nhint: did you mean: lib\n$/,
  };
  for (const [target, stderr] of Object.entries(refusals)) {
    expect(await person.coppice(['add', target]), target).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
    expect([person.text('coppice.toml'), person.text('coppice.lock')]).toEqual(before);
  }
});

test('an item that somebody will publish can be named in the manifest by hand', async () => {
  const world = await server.world();
  const person = await reader(world);
  person.put('coppice.toml', `${person.text('coppice.toml')}\n[[skills]]\nslug = "ghost"\n`);
  expect(await person.coppice(['ensure'])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warn: skipping skill `ghost`: .*coppice update/),
  });
  expect(await person.coppice(['ensure', '--frozen'])).toMatchObject({ code: 0 });
  expect(await person.coppice(['verify'])).toMatchObject({ code: 0 });
  expect(await person.coppice(['ensure', '--strict'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('error: skipped, and --strict forbids it: skill `ghost` (conflict)\n'),
  });
  const publisher = new Person();
  await publisher.login(world);
  await publisher.run(['publish', publisher.putSkill('ghost'), '--version', '1.0.0']);
  expect(await person.document(['outdated'])).toMatchObject({
    items: [],
    published: [{ kind: 'skill', slug: 'ghost', version: '1.0.0' }],
  });
  await person.run(['update']);
  expect(person.text('.claude/skills/ghost/SKILL.md')).toContain('# ghost');
});

test('adding again sets a given range, and otherwise changes nothing', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  await person.run(['add', 'lib']);
  const before = person.text('coppice.toml');
  await person.run(['add', 'lib']);
  expect(person.text('coppice.toml')).toBe(before);
  await person.run(['add', 'lib@~1.0']);
  expect(person.text('coppice.toml')).toContain('lib = "~1.0"');
});

test('two concurrent adds both take effect', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  await Promise.all([person.run(['add', 'lib']), person.run(['add', 'app'])]);
  expect(person.text('coppice.toml')).toContain('[require.skills]\napp = "*"\nlib = "*"\n');
  expect(await person.document(['ensure', '--frozen'])).toMatchObject({ lockChanged: false });
});

test('outdated reports newer, yanked and deprecated versions, and update moves to them', async () => {
  const world = await server.world();
  const publisher = await author(world);
  const person = await reader(world);
  await person.run(['add', 'app']);
  expect(await person.document(['outdated'])).toEqual({ items: [], published: [] });

  publisher.putSkill('lib', { body: '# better\n' });
  const bumped = await publisher.document(['publish', 'skills/lib', '--bump', 'minor']);
  expect(bumped).toMatchObject({
    slug: 'lib',
    kind: 'skill',
    version: '1.1.0',
    url: `${world.url}/skills/lib`,
  });
  publisher.putSkill('lib', { body: '# another\n' });
  await publisher.run(['publish', 'skills/lib', '--bump', 'major']);
  await publisher.run(['yank', 'lib@1.0.0', '--reason', 'eats files', '--yes']);
  await publisher.run(['deprecate', 'lib', '--message', 'too old', '--replacement', 'app']);

  expect(await person.document(['outdated'])).toEqual({
    items: [
      {
        kind: 'skill',
        slug: 'lib',
        current: '1.0.0',
        wanted: '1.1.0',
        latest: '2.0.0',
        yanked: 'eats files',
        deprecated: { message: 'too old', replacement: 'app' },
        archived: false,
      },
    ],
    published: [],
  });
  expect(await person.run(['outdated'])).toBe(
    'lib\t1.0.0\t1.1.0\t2.0.0\tyanked: eats files; deprecated: too old, use app\n',
  );
  expect(await person.document(['ensure'])).toMatchObject({ lockChanged: false });
  expect(await person.document(['update', 'lib', '--dry-run'])).toMatchObject({
    lockChanged: true,
    moved: [{ kind: 'skill', slug: 'lib', from: '1.0.0', to: '1.1.0' }],
  });
  expect(await person.run(['update', 'lib', '--dry-run'])).toMatch(
    /^would update lib from 1\.0\.0 to 1\.1\.0\n/,
  );
  expect(await person.document(['update', 'lib'])).toMatchObject({
    lockChanged: true,
    moved: [{ kind: 'skill', slug: 'lib', from: '1.0.0', to: '1.1.0' }],
  });
  expect(person.text('.claude/skills/lib/SKILL.md')).toContain('# better');

  await publisher.run(['yank', 'lib@1.0.0', '--undo']);
  expect(await publisher.document(['deprecate', 'lib', '--undo'])).toEqual({
    kind: 'skill',
    slug: 'lib',
    deprecated: null,
  });
  expect(await publisher.document(['deprecate', 'nothing', '--message', 'x'])).toMatchObject({
    error: { code: 'not-found' },
  });
});

test('an item is found in the registry, and has a page', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  const { results, mode } = await person.document(['search', '--registry', 'lib']);
  expect(mode).toBe('registry');
  expect(results[0]).toMatchObject({ kind: 'skill', slug: 'lib', version: '1.0.0', state: 'published' });
  expect(await person.run(['open', 'lib'])).toBe(`${world.url}/skills/lib\n`);
  expect(await person.coppice(['search', '--registry', '--semantic', 'lib'])).toMatchObject({ code: 2 });
});

test('a reader cannot publish, and gets a one-line error', async () => {
  const world = await server.world();
  const person = await reader(world);
  const refused = await person.coppice(['publish', person.putSkill('mine'), '--version', '1.0.0']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error: .+ \(forbidden\)\n(?:hint: .+\n)?$/);
});

test('a folder and a repository are added under their own names, and follow their source', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  person.putSkill('local', { extra: 'requires:\n  - lib\n' });
  expect(
    await person.document(['add', '../skills/local'], { folder: `${person.project}/deep` }),
  ).toMatchObject({
    item: { kind: 'skill', slug: 'local', from: 'path', path: './skills/local' },
    installed: [{ slug: 'lib' }, { slug: 'local' }],
  });

  const repository = join(person.place, 'repository');
  const commit = (body: string) => {
    mkdirSync(join(repository, 'inner/odd'), { recursive: true });
    writeFileSync(
      join(repository, 'inner/odd/SKILL.md'),
      `---\nname: from-git\ndescription: Is in a repository.\n---\n\n${body}\n`,
    );
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      [...identity, 'commit', '-qm', 'x'],
    ])
      execFileSync('git', ['-C', repository, ...words], { stdio: 'ignore' });
  };
  commit('one');
  const url = `file://${repository}`;
  expect(await person.document(['add', url, '--path', 'inner/odd'])).toMatchObject({
    item: { kind: 'skill', slug: 'from-git', from: 'git', url, path: 'inner/odd' },
  });
  expect(person.text('.claude/skills/from-git/SKILL.md')).toContain('one');

  expect(await person.document(['outdated'])).toEqual({ items: [], published: [] });
  commit('two');
  expect(await person.document(['ensure'])).toMatchObject({ lockChanged: false });
  const { items } = await person.document(['outdated']);
  expect(items).toMatchObject([{ kind: 'skill', slug: 'from-git', yanked: null, archived: false }]);
  expect(items).toEqual([expect.objectContaining({ wanted: expect.stringMatching(/^[0-9a-f]{12}$/) })]);
  person.putSkill('local', { extra: 'requires:\n  - lib\n', body: '# changed\n' });
  expect(await person.document(['outdated'])).toMatchObject({
    items: [{ slug: 'from-git' }, { slug: 'local', deprecated: null }],
  });
  rmSync(join(person.project, 'skills/local'), { recursive: true });
  expect(await person.document(['outdated'])).toMatchObject({
    items: [{ slug: 'from-git' }, { slug: 'local', wanted: null, latest: null }],
  });
  person.putSkill('local', { extra: 'requires:\n  - lib\n' });
  expect(await person.document(['update', 'from-git'])).toMatchObject({ moved: [{ slug: 'from-git' }] });
  expect(person.text('.claude/skills/from-git/SKILL.md')).toContain('two');

  expect(await person.document(['add', './skills/nowhere'])).toMatchObject({ error: { code: 'not-found' } });
  expect(await person.document(['add', './skills/local', '--kind', 'agent'])).toMatchObject({
    item: { kind: 'agent', slug: 'local' },
  });
  expect(await person.document(['remove', 'local'])).toMatchObject({ error: { code: 'ambiguous-name' } });
  expect(await person.document(['remove', 'local', '--kind', 'agent'])).toMatchObject({
    removed: [{ kind: 'agent', slug: 'local' }],
  });
});

test('publish shows what it would do, does it once, and finds the next version', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const folder = person.putSkill('mine', { extra: 'version: 0.3.0\ntags: [one]\n' });
  expect(await person.document(['publish', folder, '--dry-run'])).toMatchObject({
    slug: 'mine',
    kind: 'skill',
    version: '0.3.0',
    dryRun: true,
    files: ['SKILL.md'],
    url: `${world.url}/skills/mine`,
  });
  expect((await person.document(['search', '--registry', 'mine'])).results).toEqual([]);

  const words = ['publish', folder, '--tag', 'two'];
  expect(await person.document(words)).toMatchObject({ version: '0.3.0', outcome: 'published' });
  expect(await person.document(words)).toMatchObject({ version: '0.3.0', outcome: 'unchanged' });
  expect((await person.document(['search', '--registry', 'mine'])).results[0].tags).toEqual(['one', 'two']);
  expect(await person.document(['publish', folder, '--bump', 'patch', '--dry-run'])).toMatchObject({
    version: '0.3.1',
  });
  expect(await person.document(['publish', folder, '--kind', 'agent', '--version', '1.0.0'])).toMatchObject({
    kind: 'agent',
    url: `${world.url}/skills/mine?kind=agent`,
  });

  person.putSkill('mine', { extra: 'version: 0.3.0\n', body: '# other\n' });
  expect(await person.document(['publish', folder])).toMatchObject({ error: { code: 'conflict' } });
});

test.each([
  [['--version', '1.0.0', '--bump', 'patch'], 2, /use either --version or --bump/],
  [['--version', 'one'], 1, /--version cannot be one/],
  [[], 2, /publish needs a version/],
])('publish %j is refused', async (flags, code, message) => {
  const person = new Person();
  await person.login(await server.world());
  const refused = await person.coppice(['publish', person.putSkill('mine'), ...flags]);
  expect([refused.code, refused.stdout]).toEqual([code, '']);
  expect(refused.stderr).toMatch(message);
});

test('a secret is found before anything is sent, with file and line', async () => {
  const world = await server.world();
  const person = new Person();
  await person.login(world);
  const folder = person.putSkill('leaky');
  const secret = ['AKIA', 'Z4QW7XN2MB5KTLRA'].join('');
  person.put(`${folder}/scripts/x.sh`, `#!/bin/sh\nexport AWS_KEY=${secret}\n`);
  const refused = await person.coppice(['publish', folder, '--version', '1.0.0']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('scripts/x.sh, line 2') });
  expect(refused.stderr).not.toContain(secret);
  await person.run(['publish', folder, '--version', '1.0.0', '--allow-secret']);
});

test('an install is reported once, as telemetry show prints it, and not at all where telemetry is off', async () => {
  const world = await server.world();
  await author(world);
  const quiet = await reader(world);
  await quiet.run(['add', 'lib', '--no-telemetry']);
  quiet.environment = { DO_NOT_TRACK: '1' };
  expect(await quiet.document(['telemetry', 'show'])).toMatchObject({
    offBy: 'DO_NOT_TRACK',
    installs: [],
    use: [],
  });

  const person = await reader(world);
  await person.run(['add', 'lib']);
  const shown = await person.document(['telemetry', 'show']);
  expect(shown).toMatchObject({ offBy: null, registry: { url: world.url, tenant: world.tenant } });
  expect(shown.installs).toEqual([
    {
      skill_id: 'lib',
      kind: 'skill',
      event: 'install',
      count: 1,
      project_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  expect(await person.run(['telemetry', 'show'])).toBe(`${JSON.stringify(shown.installs[0])}\n`);
  const [{ project_hash: project }] = shown.installs;
  await vi.waitFor(async () => expect(await world.installers()).toEqual([project]), { timeout: 20_000 });
});
