import { expect, test } from 'vitest';
import { readProposals } from '../proposals/proposal-folder.js';
import { modelSaying } from '../proposals/review.world.js';
import { ForgetWorld, secret } from './purge-quotes.world.js';

function worldWith(...names: readonly string[]): ForgetWorld {
  const world = new ForgetWorld(Object.fromEntries(names.map((name) => [name, {}])));
  for (const name of names) world.fails(name, { result: `${secret} is wrong` });
  return world;
}

test('one that waits goes, and one that was decided is remembered without its words', async () => {
  const world = worldWith('waits', 'refused');
  const { id: waiting } = await world.propose('waits');
  const { id: refused, evidence } = await world.propose('refused');
  await world.reject(refused, 'once is no habit');
  world.purgeSecret();
  const { proposals } = await world.forget();
  expect(proposals.toSorted()).toEqual([waiting, refused].toSorted());
  expect(readProposals(world.library).proposals).toMatchObject([
    {
      ...{ id: refused, state: 'rejected', reason: 'once is no habit', title: 'note', diff: '', content: '' },
      evidence: evidence.map(({ id }) => ({ id, text: '', fix: [], outcome: 'failed' })),
      items: [{ text: '', count: 3 }],
    },
  ]);
});

test('what the model could not draft says nothing of it either', async () => {
  const world = worldWith('refused');
  const broken = modelSaying(`no heading, but ${secret}`);
  const { id, model } = await world.propose('refused', broken);
  expect(model?.executed).toBe(true);
  await world.reject(id);
  world.purgeSecret();
  await world.forget();
  expect(readProposals(world.library).proposals[0]?.model).toEqual({ name: 'stub', executed: true });
});

test('one whose diff shows a note made from it goes, though it was made from something else', async () => {
  const world = worldWith('deploy');
  await world.evolve();
  world.purgeSecret();
  world.time += 1_000;
  world.fails('deploy', { result: 'Another fault' });
  const { id, diff, evidence } = await world.propose('deploy');
  expect(diff).toContain(secret);
  expect(evidence.map(({ text }) => text)).toEqual(['make', 'make', 'make']);
  expect((await world.forget()).proposals).toEqual([id]);
  expect(readProposals(world.library).proposals).toEqual([]);
});

test('a file that is not a proposal is reported, and the others are purged', async () => {
  const world = worldWith('waits');
  const { id } = await world.propose('waits');
  world.purgeSecret();
  world.put('/home/proposals/torn.json', `{"id": "${secret}`);
  world.put('/home/proposals/.coppice-7.tmp', secret);
  expect(await world.forget()).toEqual({
    proposals: [id],
    reports: [],
    unreadable: [
      { file: 'proposals/torn.json', reason: 'not-a-proposal' },
      { file: 'proposals/.coppice-7.tmp', reason: 'unfinished' },
    ],
  });
});
