/*
 * A project of 0.1.0: its manifest and its lock were written by that release, and install unchanged.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';

const file = (name: string) =>
  readFileSync(new URL(`../fixtures/releases/0.1.0/project/${name}`, import.meta.url), 'utf8');

async function project() {
  const world = EnsureWorld.inMemory();
  await world.remote.put('pdf@1.0.0', { requires: ['leaf@^1', 'ghost@^2'], files: { 'a/b.md': 'text\n' } });
  await world.remote.put('leaf@1.2.0');
  await world.remote.put('leaf@1.3.0', { body: 'newer\n' });
  await world.remote.put('own@1.0.0', { kind: 'agent' });
  for (const name of ['coppice.toml', 'coppice.lock']) world.put(name, file(name));
  return world;
}

test('a lock of 0.1.0 installs unchanged, with what it left open', async () => {
  for (const frozen of [true, false]) {
    const world = await project();
    const { installed, skipped, lockChanged, ok } = await world.ensure({ frozen });
    expect(installed.map(({ slug, version }) => `${slug} ${version}`)).toEqual([
      'leaf 1.2.0',
      'own 1.0.0',
      'pdf 1.0.0',
    ]);
    expect([skipped.map(({ slug }) => slug), lockChanged, ok]).toEqual([['ghost', 'later'], false, true]);
    expect(world.text('coppice.lock')).toBe(file('coppice.lock'));
    expect(world.verify()).toMatchObject({ ok: true });
    expect(world.remote.calls.filter((call) => call === 'resolve')).toEqual([]);
  }
});

test('a lock with the markers of a merge is refused with the command that writes it again', async () => {
  const world = await project();
  world.put('coppice.lock', file('coppice.lock').replace('[skill.leaf]', '<<<<<<< ours\n[skill.leaf]'));
  expect(await world.refusal()).toMatchObject({
    code: 'bad-config',
    message: expect.stringContaining('unresolved merge conflict'),
    hint: expect.stringContaining('coppice update'),
  });
});
