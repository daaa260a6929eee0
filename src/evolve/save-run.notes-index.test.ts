import { expect, test } from 'vitest';
import { openStore, withFolder } from '../evidence/store/store.world.js';
import { undo } from '../library/write/undo.js';
import { writePackage } from '../library/write/write.js';
import { now, skillText, World } from '../library/write/write.world.js';
import { rebuildNotesIndex } from './save-run.js';

async function writeNote(world: World, item: string, { ok = true } = {}): Promise<void> {
  const times = { firstSeen: 1, lastSeen: 2, expiresAt: 3 };
  await writePackage(
    world.deps,
    world.target('pdf'),
    () => ({
      action: 'note',
      files: [{ path: 'SKILL.md', bytes: new TextEncoder().encode(skillText('pdf', item)) }],
      notes: [{ id: item, evidence: [`event-${item}`], ...times }],
    }),
    { actor: 'evolver', verify: [{ name: 'check', run: async () => ({ ok, message: '' }) }] },
  );
}

test('the index is that of the ledger, with the words it had', async () => {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf') });
  await writeNote(world, 'a');
  await writeNote(world, 'b');
  await writeNote(world, 'c', { ok: false });
  await undo(world.deps, 'e2', { actor: 'user' });
  const note = { skill: 'home:pdf', appliedAt: now, firstSeen: 1, lastSeen: 2, expiresAt: 3 };
  const first = {
    ...note,
    id: 'e1:a',
    entry: 'e1',
    evidence: ['event-a'],
    text: 'it broke',
    state: 'applied',
  };
  const second = { ...note, id: 'e2:b', entry: 'e2', evidence: ['event-b'], text: '', state: 'undone' };
  await withFolder(async (folder) => {
    const store = await openStore(folder);
    store.putNotes([first, { ...first, id: 'lost:a', entry: 'lost' }]);
    rebuildNotesIndex(store, world.entries());
    expect(store.notes()).toEqual([first, second]);
    store.close();
  });
});
