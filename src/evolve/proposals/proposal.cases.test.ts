import { expect, test } from 'vitest';
import { reviewQueue } from './queue.js';
import { ReviewWorld } from './review.world.js';

/*
 * What a queue of proposals has to do, each under the words by which the case is known. Whoever may write the file of a
 * proposal may claim anything in it.
 */

function worldOf(): ReviewWorld {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy', { count: 3 });
  return world;
}

test('proposals: a forged count of 99 changes nothing of what is written, which says what was seen', async () => {
  const honest = worldOf();
  await honest.accept((await honest.propose('deploy')).id);
  const world = worldOf();
  const proposal = await world.propose('deploy');
  expect(proposal.summary.errorEvents).toBe(3);
  const summary = { ...proposal.summary, errorEvents: 99, toolEvents: 99 };
  world.forge(proposal, { summary, title: '99 errors', evidence: [] });
  await world.accept(proposal.id);
  expect(world.text('deploy')).toBe(honest.text('deploy'));
  expect(world.text('deploy')).not.toContain('99');
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['the kind delete-skill', { kind: 'delete-skill' }, 'not-found'],
  ['an action beside the note', { version: 3, action: 'delete-skill' }, 'not-found'],
  ['a skill without its text', { content: '' }, 'would-break-skill'],
  [
    'a section that takes the place of the skill',
    { kind: 'draft', content: '---\n---' },
    'would-break-skill',
  ],
])('proposals: rejects destructive variants: %s', async (_, claims, code) => {
  const world = worldOf();
  const proposal = await world.propose('deploy');
  world.forge(proposal, claims);
  const before = world.tree('/home/skills');
  await expect(world.accept(proposal.id)).rejects.toMatchObject({ name: 'CoppiceError', code });
  expect(world.tree('/home/skills')).toEqual(before);
  expect(world.entries()).toEqual([]);
});

test('proposals: to propose is idempotent, and to list never creates a folder', async () => {
  const world = worldOf();
  const before = world.tree();
  expect(reviewQueue({ ...world.library, writesCaches: false }).proposals).toEqual([]);
  expect(world.tree()).toEqual(before);
  const ids = [(await world.propose('deploy')).id, (await world.propose('deploy')).id];
  expect(reviewQueue(world.library).proposals.map(({ id }) => id)).toEqual([ids[0]]);
  expect(ids[1]).toBe(ids[0]);
});
