import { expect, test } from 'vitest';
import { forgetInProposals } from './forget.js';
import { readProposals } from './proposal-folder.js';
import { ReviewWorld } from './review.world.js';

async function worldWithProposals() {
  const world = new ReviewWorld({ waits: {}, refused: {} });
  world.fails('waits');
  world.fails('refused');
  const { id: waiting } = await world.propose('waits');
  const { id: refused } = await world.propose('refused');
  await world.reject(refused);
  return { world, waiting, refused };
}

test('as long as all the evidence is there, proposals stay as they are', async () => {
  const { world } = await worldWithProposals();
  const before = readProposals(world.library);
  expect(await forgetInProposals(world.library, (ids) => new Set(ids))).toEqual([]);
  expect(readProposals(world.library)).toEqual(before);
});

test('one that waits goes, and one that was decided is remembered without its words', async () => {
  const { world, waiting, refused } = await worldWithProposals();
  expect(world.text(`/home/proposals/${refused}.json`)).toContain('boom');
  const forgotten = await forgetInProposals(world.library, () => new Set());
  expect([...forgotten].sort()).toEqual([waiting, refused].sort());
  const { proposals } = readProposals(world.library);
  expect(proposals).toMatchObject([{ id: refused, state: 'rejected', evidence: [], diff: '', content: '' }]);
  expect(proposals[0]?.items.length).toBeGreaterThan(0);
  expect(world.text(`/home/proposals/${refused}.json`)).not.toContain('boom');
});

test('a home without proposals gets no folder for them', async () => {
  const world = new ReviewWorld({});
  expect(await forgetInProposals(world.library, () => new Set())).toEqual([]);
  expect(world.files.list('/home/proposals')).toBeUndefined();
});
