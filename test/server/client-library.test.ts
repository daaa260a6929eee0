import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RegistryClient } from '../../src/client/registry-client.js';
import { libraryExamples, printedLines, promisedLines } from '../docs/library-example.js';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

test('the documented example prints its documented output', async () => {
  const world = await server.world();
  const [example = '', ...others] = libraryExamples('js registry');
  expect(others).toEqual([]);
  const here = example
    .replace('https://skills.example.com', world.url)
    .replace("'acme'", `'${world.tenant}'`);
  expect(await printedLines(here, { COPPICE_TOKEN: await world.token() })).toEqual(promisedLines(example));
});

test('items are plain data, with their requirements', async () => {
  const { registry, person } = await opened();
  const lib = join(person.project, person.putSkill('lib'));
  expect(await registry.publish(lib, { version: '1.0.0', tags: ['base'] })).toEqual({
    kind: 'skill',
    slug: 'lib',
    version: '1.0.0',
    outcome: 'published',
    digest: expect.stringMatching(/^sha256:/),
    contentDigest: expect.stringMatching(/^sha256:/),
  });
  expect(await registry.publish(lib, { version: '1.0.0' })).toMatchObject({ outcome: 'unchanged' });
  const app = join(person.project, person.putSkill('app', { extra: 'requires:\n  - lib@^1\n' }));
  await registry.publish(app, { version: '2.0.0' });

  expect(await registry.item('lib')).toEqual({
    kind: 'skill',
    slug: 'lib',
    version: '1.0.0',
    name: 'lib',
    whenToUse: null,
    tags: ['base'],
    description: 'Does lib. Use when lib is needed.',
    state: 'published',
    deprecated: null,
    useCount: 0,
    lastUsedAt: null,
    contentDigest: expect.stringMatching(/^sha256:/),
  });
  expect(await registry.item('lib', 'agent')).toBe(undefined);
  expect(await registry.versions('ghost')).toBe(undefined);
  expect(await registry.versions('lib')).toMatchObject([{ version: '1.0.0', isLatest: true, yanked: null }]);
  const { items, unresolved } = await registry.resolve([{ slug: 'app' }, { slug: 'ghost', range: '^3' }]);
  expect(items).toMatchObject([
    { slug: 'app', version: '2.0.0', depth: 0, requires: ['lib@^1'] },
    { slug: 'lib', version: '1.0.0', depth: 1 },
  ]);
  const ghost = { kind: 'skill', slug: 'ghost', range: '^3', requiredBy: null };
  expect(unresolved).toEqual([{ ...ghost, reason: 'it was never published' }]);
});

test('a version is published with the evaluation that its publisher claims', async () => {
  const { registry, person, world } = await opened();
  const folder = join(person.project, person.putSkill('lib'));
  const { contentDigest } = await registry.publish(folder, { version: '1.0.0' });
  const evaluation = {
    digest: contentDigest,
    agent: 'claude',
    model: null,
    ranAt: '2026-06-01T12:00:00.000Z',
    score: 0.9,
    difference: { value: 0.4, low: 0.1, high: 0.6, against: 'without' },
    verdict: 'helps',
    cases: 4,
    runs: 3,
  } as const;
  const other = { ...evaluation, digest: `sha256:${'0'.repeat(64)}` };
  await expect(registry.publish(folder, { version: '1.1.0', evaluation: other })).rejects.toMatchObject({
    message: expect.stringContaining('evaluation'),
  });
  await registry.publish(folder, { version: '1.1.0', evaluation });
  await person.login(world);
  expect(await person.run(['info', 'lib'])).toMatch(/claude.*0\.9|0\.9.*claude|90 ?%/);
});

test('an install works like ensure, in the given home, and is not reported', async () => {
  const { registry, person, world } = await opened();
  await registry.publish(join(person.project, person.putSkill('lib')), { version: '1.0.0' });
  const { project, home } = person;
  person.put('coppice.toml', manifestOf(world, 'lib'));
  expect(await registry.install({ project, home, dryRun: true })).toMatchObject({ lockChanged: true });
  expect(existsSync(home)).toBe(false);
  expect(await registry.install({ project, home })).toMatchObject({
    ok: true,
    failed: [],
    lockChanged: true,
    installed: [{ kind: 'skill', slug: 'lib', version: '1.0.0' }],
  });
  expect(readFileSync(join(project, '.claude/skills/lib/SKILL.md'), 'utf8')).toContain('# lib');
  const again = { project, home, frozen: true, offline: true };
  expect(await registry.install(again)).toMatchObject({
    ok: true,
    installed: [],
    unchanged: [{ slug: 'lib' }],
  });
  expect(await world.installers()).toEqual([]);
});

test('a project of another registry, and an invalid URL, name, range or version, are refused', async () => {
  const { registry, person, world } = await opened();
  const { project, home } = person;
  person.put('coppice.toml', manifestOf({ ...world, tenant: 'other' }, 'lib'));
  await expect(registry.install({ project, home })).rejects.toMatchObject({
    code: 'conflict',
    message: `the project uses the registry ${world.url} (other), but this client uses ${world.url} (${world.tenant})`,
  });
  const bad = { code: 'bad-value' };
  await expect(registry.install({ project: 'project', home })).rejects.toMatchObject(bad);
  await expect(registry.item('../x')).rejects.toMatchObject(bad);
  await expect(registry.resolve([{ slug: 'lib', range: 'newest' }])).rejects.toMatchObject(bad);
  await expect(registry.publish(project, { version: 'v1' })).rejects.toMatchObject(bad);
  expect(() => new RegistryClient({ url: 'skills.example.com', tenant: 'a' })).toThrow('is not the address');
  const stranger = new RegistryClient({ url: world.url, tenant: world.tenant, token: 'cop_wrong' });
  await expect(stranger.search('lib')).rejects.toMatchObject({ code: 'unauthorized' });
});

async function opened() {
  const world = await server.world();
  const { url, tenant } = world;
  const registry = new RegistryClient({ url, tenant, token: await world.token() });
  return { world, registry, person: new Person() };
}

function manifestOf({ url, tenant }: ClientWorld, slug: string): string {
  return `[registry]\nurl = "${url}"\ntenant = "${tenant}"\n\n[[skills]]\nslug = "${slug}"\n`;
}
