import { expect, test } from 'vitest';
import { EvolveWorld } from '../evolve.world.js';
import { writtenNote } from '../notes/plan-note.js';
import { findBlock } from './note/block.js';
import { currentNotes, undoneEntries } from './note-life.js';

async function worldWithNotes(...faults: readonly string[]): Promise<EvolveWorld> {
  const world = new EvolveWorld({ deploy: {} });
  for (const result of faults) {
    world.fails('deploy', { result });
    await world.apply();
  }
  return world;
}

function standing(world: EvolveWorld): readonly string[] {
  return (currentNotes(world.entries()).get('home:deploy') ?? []).map(({ id }) => id);
}

test('the notes of a skill that stand are known, oldest first', async () => {
  const world = await worldWithNotes('one', 'two');
  expect(standing(world)).toEqual(world.entries().map(({ id }) => id));
});

test('an undone note does not stand, and the one before it does again; an undone undo undoes nothing', async () => {
  const world = await worldWithNotes('one', 'two');
  const [one, two] = world.entries().map(({ id }) => id);
  await world.undo(two);
  expect(standing(world)).toEqual([one]);
  const undo = world.entries().at(-1)?.id;
  expect(undoneEntries(world.entries())).toEqual(new Set([two]));
  await world.undo(undo);
  expect(standing(world)).toEqual([one, two]);
  expect(undoneEntries(world.entries())).toEqual(new Set([undo]));
});

test('a note that was rolled back or never finished does not stand', async () => {
  const world = await worldWithNotes('one');
  const [entry] = world.entries();
  if (entry === undefined) throw new Error('no entry');
  for (const state of ['rolled-back', 'prepared'] as const) {
    expect(currentNotes([{ ...entry, state }])).toEqual(new Map());
  }
  expect(currentNotes([{ ...entry, action: 'edit' }])).toEqual(new Map());
});

test('what was written is read back from the ledger, word for word', async () => {
  const world = await worldWithNotes('one', 'two');
  const [, two] = world.entries();
  const written = two && writtenNote(world, two, 'deploy');
  const block = findBlock(world.text('deploy'));
  expect(block.kind === 'block' && block.text).toBe(written?.block);
  expect(written?.evidence).toHaveLength(6);
  expect(written?.supportFile).toBeUndefined();
});

test('damaged bytes are no note', async () => {
  const world = await worldWithNotes('one');
  const [one] = world.entries();
  world.put(`/home/blobs/${one?.files[0]?.after?.sha256}`, 'damaged');
  expect(() => one && writtenNote(world, one, 'deploy')).toThrow(
    expect.objectContaining({ code: 'blob-damaged' }),
  );
});
