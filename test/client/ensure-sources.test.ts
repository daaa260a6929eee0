import { expect, test } from 'vitest';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';

const slugs = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug);

const fromFolder = '[[skills]]\nslug = "mine"\npath = "./mine"\n';
const fromRepository = '[[skills]]\nslug = "theirs"\ngit = "https://git.test/repo"\n';

test('skills from a folder and a repository are installed with what they require of the registry', async () => {
  const world = EnsureWorld.inMemory();
  await world.remote.put('lib@1.0.0');
  await world.remote.put('lib@2.0.0', { body: 'newer\n' });
  world.sources.put('./mine', 'mine\n', ['lib@^1', 'theirs']);
  world.sources.put('https://git.test/repo', 'theirs\n', ['ghost']);
  world.manifest([], ['claude'], `${fromFolder}\n${fromRepository}`);
  expect(await world.ensure()).toMatchObject({
    installed: [{ slug: 'lib', version: '1.0.0' }, { slug: 'theirs' }, { slug: 'mine' }],
    skipped: [{ slug: 'ghost' }],
  });
  expect(world.text('.claude/skills/mine/SKILL.md')).toBe('mine\n');
  expect(world.text('coppice.lock')).toContain(`commit = "${'a'.repeat(40)}"`);
  expect(await world.ensure({ frozen: true })).toMatchObject({ ok: true, lockChanged: false });
});

test('a repository stays at its commit, and a folder is read every time', async () => {
  const world = EnsureWorld.inMemory();
  world.sources.put('./mine', 'mine\n');
  world.sources.put('https://git.test/repo', 'theirs\n');
  world.manifest([], ['claude'], `${fromFolder}\n${fromRepository}`);
  await world.ensure();
  world.sources.put('./mine', 'mine, changed\n');
  world.sources.put('https://git.test/repo', 'theirs, changed\n');
  expect((await world.refusal({ frozen: true })).message).toBe(
    'the lock is frozen but would change: skill `mine` has changed since it was locked',
  );
  const result = await world.ensure({ offline: true });
  expect([slugs(result.installed), slugs(result.unchanged), result.lockChanged]).toEqual([
    ['mine'],
    ['theirs'],
    true,
  ]);
  expect(world.text('.claude/skills/mine/SKILL.md')).toBe('mine, changed\n');
  expect(slugs((await world.ensure({ moving: 'everything' })).installed)).toEqual(['theirs']);
  expect(world.remote.calls).toEqual([]);
});

test('what is taken from elsewhere stands in for what the registry has', async () => {
  const world = EnsureWorld.inMemory();
  await world.remote.put('deep@1.0.0');
  await world.remote.put('mine@1.0.0', { requires: ['deep'] });
  await world.remote.put('app@1.0.0', { requires: ['mine@^1'] });
  world.sources.put('./mine', 'mine\n');
  world.manifest(['app'], ['claude'], fromFolder);
  expect(slugs((await world.ensure()).installed)).toEqual(['mine', 'app']);
  expect(world.text('.claude/skills/mine/SKILL.md')).toBe('mine\n');
  expect(await world.ensure({ frozen: true })).toMatchObject({ ok: true, lockChanged: false });
});

test('a commit that is not what was locked is refused by name', async () => {
  const world = EnsureWorld.inMemory();
  world.sources.put('https://git.test/repo', 'theirs\n');
  world.manifest([], ['claude'], fromRepository);
  await world.ensure();
  const other = EnsureWorld.inMemory(world.remote);
  for (const name of ['coppice.toml', 'coppice.lock']) other.put(name, world.text(name) ?? '');
  other.sources.put('https://git.test/repo', 'forged\n');
  expect(await other.refusal()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('skill `theirs`'),
  });
  expect([other.seen(), other.sources.calls]).toEqual([{}, ['fetch https://git.test/repo']]);
  other.sources.put('https://git.test/repo', 'theirs\n');
  expect((await other.ensure({ frozen: true })).ok).toBe(true);
  expect(other.seen()).toEqual(world.seen());
});

test('a folder that is not there is named', async () => {
  const world = EnsureWorld.inMemory();
  world.manifest([], ['claude'], fromFolder);
  expect(await world.refusal()).toMatchObject({
    code: 'not-found',
    message: 'skill `mine`: there is no ./mine',
  });
});

test('offline, a repository that is not locked is not asked', async () => {
  const world = EnsureWorld.inMemory();
  world.sources.put('https://git.test/repo', 'theirs\n');
  world.manifest([], ['claude'], fromRepository);
  for (const options of [{ offline: true }, { frozen: true }]) {
    expect(['unavailable', 'conflict']).toContain((await world.refusal(options)).code);
    expect(world.sources.calls).toEqual([]);
  }
});

test('without a registry, what only a registry could have stays open', async () => {
  const world = EnsureWorld.inMemory();
  world.put('coppice.toml', fromFolder);
  world.sources.put('./mine', 'mine\n', ['lib']);
  expect(await world.ensure()).toMatchObject({ ok: true, skipped: [{ slug: 'lib' }], lockChanged: true });
  expect(await world.ensure()).toMatchObject({ ok: true, lockChanged: false });
  expect(world.remote.calls).toEqual([]);
});
