import { expect, test } from 'vitest';
import { modelSaying } from '../proposals/review.world.js';
import { ForgetWorld, secret } from './purge-quotes.world.js';

/** Notes, drafts, proposals in every state and reports, all of them made from the secret. */
async function worldThatTellsAll(): Promise<ForgetWorld> {
  const world = new ForgetWorld({ noted: {}, waits: {}, refused: {}, accepted: {}, drafted: {}, other: {} });
  for (const name of ['noted', 'waits', 'refused', 'accepted', 'drafted']) {
    world.fails(name, { result: `${secret} is wrong` });
  }
  world.fails('other');
  await world.propose('waits');
  await world.reject((await world.propose('refused')).id, 'once is no habit');
  await world.accept((await world.propose('accepted')).id);
  const draft = modelSaying(`## Troubleshooting\n\n- ${secret} is no password.`);
  await world.accept((await world.propose('drafted', draft)).id);
  await world.planOnSchedule();
  await world.evolve();
  return world;
}

const isHistory = (path: string) => /^\/home\/(?:blobs|skills)\//.test(path);

test('after it the secret is only in skills and in their history', async () => {
  const world = await worldThatTellsAll();
  const before = world.filesWith(secret).filter((path) => !isHistory(path));
  expect(before.map((path) => path.split('/')[2])).toEqual([
    ...Array(4).fill('proposals'),
    ...Array(2).fill('reports'),
  ]);
  world.purgeSecret();
  const { proposals, reports, unreadable } = await world.forget();
  expect([proposals.length, reports.length, unreadable]).toEqual([4, 2, []]);
  expect(world.filesWith(secret).filter((path) => !isHistory(path))).toEqual([]);
  expect(world.filesWith(secret)).not.toEqual([]);
});

test('a trial says the same and writes nothing, and a second time there is nothing left', async () => {
  const world = await worldThatTellsAll();
  world.purgeSecret();
  const before = world.tree();
  const tried = await world.forget({ isDry: true });
  expect(world.tree()).toEqual(before);
  expect(await world.forget()).toEqual(tried);
  const after = world.tree();
  expect(await world.forget()).toEqual({ proposals: [], reports: [], unreadable: [] });
  expect(world.tree()).toEqual(after);
});

test('as long as all the evidence is there, nothing is touched', async () => {
  const world = await worldThatTellsAll();
  const before = world.tree('/home/reports');
  expect(await world.forget()).toEqual({ proposals: [], reports: [], unreadable: [] });
  expect(world.tree('/home/reports')).toEqual(before);
});

test('an empty home gets no folders', async () => {
  const world = new ForgetWorld();
  expect(await world.forget()).toEqual({ proposals: [], reports: [], unreadable: [] });
  expect(Object.keys(world.tree('/home'))).toEqual(['/home/skills']);
});
