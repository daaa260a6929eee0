import { expect, test } from 'vitest';
import { day, outcomes } from './evolve.world.js';
import { readProposals } from './proposals/proposal-folder.js';
import { reviewQueue } from './proposals/queue.js';
import { ReviewWorld } from './proposals/review.world.js';
import { proposeNotes } from './propose-run.js';
import type { EvolveReport } from './rules/report.js';
import type { EvolveOptions } from './run.js';

const options: EvolveOptions = {
  ...{ days: 7, maxSkills: 3, minEvidence: 2, variants: 1, requireRestoreDrill: false },
  ...{ applyLowRisk: false, approveAutoApply: false, semantic: false, rerank: false },
  names: { protectCore: true, coreSkills: ['core-*'], allow: [], block: [] },
};

async function proposed(world: ReviewWorld, changes: Partial<EvolveOptions> = {}): Promise<EvolveReport> {
  return await proposeNotes(world.deps(), { ...options, ...changes });
}

const pending = (world: ReviewWorld) =>
  reviewQueue(world.library, 'pending').proposals.map(({ skill }) => skill);

test('a run makes proposals, also for skills that no run may write, and changes no skill', async () => {
  const world = new ReviewWorld({
    mine: {},
    theirs: { createdBy: 'user' },
    bundled: { createdBy: 'bundled' },
    pinned: { pinLevel: 'pin' },
    'core-a': {},
  });
  for (const name of ['mine', 'theirs', 'bundled', 'pinned', 'core-a']) world.fails(name);
  const before = world.tree('/home/skills');
  const report = await proposed(world, { applyLowRisk: true, approveAutoApply: true });
  expect(report).toMatchObject({ mode: 'propose', refused: null, summary: { applied: 0, proposed: 2 } });
  expect(outcomes(report)).toEqual({
    mine: 'planned',
    theirs: 'planned',
    bundled: 'planned source-not-agent-created',
    pinned: 'skipped pinned-skill',
    'core-a': 'planned core-skill-auto-apply-protected',
  });
  expect(pending(world).toSorted()).toEqual(['home:mine', 'home:theirs']);
  expect(world.tree('/home/skills')).toEqual(before);
});

test('a proposal that waits is not made twice, and takes no place from another', async () => {
  const world = new ReviewWorld({ a: {}, b: {} });
  for (const name of ['a', 'b']) world.fails(name);
  expect((await proposed(world, { maxSkills: 1 })).summary.proposed).toBe(1);
  expect(pending(world)).toEqual(['home:a']);
  const second = await proposed(world, { maxSkills: 2 });
  expect(second.candidates.map(({ proposal }) => proposal?.isNew)).toEqual([false, true]);
  expect(pending(world).toSorted()).toEqual(['home:a', 'home:b']);
});

test('a newer proposal for the same skill replaces the one that waits', async () => {
  const world = new ReviewWorld({ a: {} });
  world.fails('a');
  const first = (await proposed(world)).candidates[0]?.proposal?.id;
  world.time += day;
  world.fails('a', { result: 'Another fault' });
  const second = (await proposed(world)).candidates[0]?.proposal?.id;
  expect(second).not.toBe(first);
  expect(reviewQueue(world.library).proposals.map(({ id }) => id)).toEqual([second]);
});

test('what was rejected is not proposed again', async () => {
  const world = new ReviewWorld({ a: {} });
  world.fails('a');
  await world.reject((await proposed(world)).candidates[0]?.proposal?.id ?? '');
  expect(outcomes(await proposed(world))).toEqual({ a: 'planned unchanged' });
  expect(pending(world)).toEqual([]);
});

test('a note that has expired is proposed for removal', async () => {
  const world = new ReviewWorld({ a: {} });
  const before = world.text('a');
  world.fails('a');
  await world.apply();
  world.time += 61 * day;
  const report = await proposed(world);
  const id = report.candidates[0]?.proposal?.id ?? '';
  expect(world.text('a')).not.toBe(before);
  await world.accept(id);
  expect(world.text('a')).toBe(before);
});

test('a note that harmed a skill of the user is proposed for removal, and then rests', async () => {
  const world = new ReviewWorld({ mine: {} });
  const use = (from: number, days: number, everyBad: number) => {
    for (let load = 0; load < 4 * days; load += 1) {
      const at = from + (load * day) / 4;
      const event = { skill: 'home:mine', session: `s${at}` };
      world.happens({ ...event, kind: 'skill-load', at });
      if (load % everyBad === 0)
        world.happens({ ...event, at: at + 1, isError: true, result: 'boom', cluster: 'boom' });
    }
  };
  use(world.time - 30 * day, 30, 8);
  await world.apply();
  const noted = world.text('mine');
  use(world.time + 1, 20, 1);
  world.usage.put('home:mine', { createdBy: 'user' });
  world.time += 20 * day;
  await proposed(world);
  const [waiting] = readProposals(world.library).proposals;
  expect(waiting).toMatchObject({ title: 'removes a note that harmed', removes: 'harmed', items: [] });
  expect(world.text('mine')).toBe(noted);
  await world.accept(waiting?.id ?? '');
  expect(world.text('mine')).not.toContain('coppice:auto');
  expect(world.entries().at(-1)).toMatchObject({ action: 'note', reason: 'note-harmed', notes: [] });
  expect(outcomes(await proposed(world))).toEqual({ mine: 'skipped note-harmed' });
});
