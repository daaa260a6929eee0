import { expect, test } from 'vitest';
import { patchSkill } from './author.js';
import { type DrillGate, type DrillState, drillGate, saveDrillState } from './drill.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

/** Two patches, then an edit of the support files: the entries e1, e2, e3. */
async function worldOf(): Promise<World> {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf') });
  for (const [find, replace] of [
    ['Steps', 'One'],
    ['One', 'Two'],
    ['Two', 'Three'],
  ] as const) {
    await patchSkill(world.deps, world.target('pdf'), { find, replace }, user);
  }
  expect(world.entries().map(({ id }) => id)).toEqual(['e1', 'e2', 'e3']);
  return world;
}

/** Where e2 is the last that has to be drilled. */
async function check(state: Partial<DrillState> | string | undefined, expected: DrillGate): Promise<void> {
  const world = await worldOf();
  if (typeof state === 'string') world.files.write('/home/drill.json', new TextEncoder().encode(state));
  else if (state !== undefined) {
    saveDrillState(world.deps, { at: 1, ok: true, entry: null, upTo: null, ...state });
  }
  expect(drillGate(world.deps, world.entries(), ({ id }) => id === 'e1' || id === 'e2')).toBe(expected);
}

test.each<[Partial<DrillState> | string | undefined, DrillGate]>([
  [undefined, 'missing'],
  [{ upTo: 'e2' }, 'passed'],
  [{ upTo: 'e3' }, 'passed'],
  [{ upTo: 'e1' }, 'stale'],
  [{ upTo: null }, 'stale'],
  [{ upTo: 'gone' }, 'stale'],
  [{ entry: 'e2', upTo: 'e3' }, 'passed'],
  [{ entry: 'e1', upTo: 'e3' }, 'stale'],
  [{ entry: 'e3', upTo: 'e3' }, 'stale'],
  [{ ok: false, upTo: 'e3' }, 'failed'],
  [{ ok: false, entry: 'e1', upTo: 'e3' }, 'stale'],
  ['', 'unreadable'],
  ['{"at": 1, "ok"', 'unreadable'],
  ['{"at": 1, "ok": "true", "entry": null, "upTo": "e3"}', 'unreadable'],
  ['{"at": 1, "ok": true, "upTo": "e3"}', 'unreadable'],
  ['[]', 'unreadable'],
])('%j: %s', check);

test('a state that cannot be read is none', async () => {
  const world = await worldOf();
  world.files.makeFolder('/home/drill.json');
  expect(drillGate(world.deps, world.entries(), () => true)).toBe('unreadable');
});

test('where nothing was applied there is nothing to drill, and what was rolled back was not applied', async () => {
  const world = await worldOf();
  expect(drillGate(world.deps, world.entries(), () => false)).toBe('no-prior-apply');
  const entries = world.entries().map((entry) => ({ ...entry, state: 'rolled-back' as const }));
  expect(drillGate(world.deps, entries, () => true)).toBe('no-prior-apply');
});

test('the state is in the home, readable only by its owner', async () => {
  const world = new World();
  saveDrillState(world.deps, { at: 1, ok: true, entry: null, upTo: null });
  expect(world.files.stat('/home/drill.json')?.mode).toBe(0o600);
});
