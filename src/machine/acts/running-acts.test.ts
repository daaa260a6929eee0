import { expect, test } from 'vitest';
import type { ProgressEvent } from '../api/acts.js';
import { type RunningAct, RunningActs } from './running-acts.js';

/** In which a second passes at every look at the clock. */
function runningActs() {
  let now = 0;
  const realTime = {
    now: () => {
      now += 1_000;
      return now;
    },
  };
  return new RunningActs({ turns: { take: () => Promise.resolve() }, realTime });
}

async function writeInBatches(act: RunningAct, batches: number): Promise<number> {
  act.expect(10 * batches);
  for (let batch = 0; batch < batches; batch += 1) {
    await act.turn();
    act.wrote(10);
  }
  return batches;
}

test('whoever listens hears how far an act has come', async () => {
  const acts = runningActs();
  const heard: ProgressEvent[] = [];
  const leave = acts.listen((progress) => heard.push(progress));
  expect(await acts.run('a', (act) => writeInBatches(act, 3))).toBe(3);
  expect(heard).toEqual([0, 10, 20].map((done) => ({ act: 'a', done, total: 30 })));
  leave();
  await acts.run('b', (act) => writeInBatches(act, 3));
  expect(heard).toHaveLength(3);
});

test('what turns out to be more than was expected is never more than all', async () => {
  const acts = runningActs();
  const heard: ProgressEvent[] = [];
  acts.listen((progress) => heard.push(progress));
  await acts.run('a', async (act) => {
    act.expect(1);
    act.wrote(5);
    await act.turn();
  });
  expect(heard).toEqual([{ act: 'a', done: 5, total: 5 }]);
});

test('an act that is stopped is refused its next batch, and no other is', async () => {
  const acts = runningActs();
  acts.listen(({ act, done }) => {
    if (act === 'a' && done === 20) acts.stop('a');
  });
  await expect(acts.run('a', (act) => writeInBatches(act, 9))).rejects.toMatchObject({ code: 'stopped' });
  expect(await acts.run('b', (act) => writeInBatches(act, 9))).toBe(9);
  // The name is free again.
  expect(await acts.run('a', (act) => writeInBatches(act, 1))).toBe(1);
});

test('an act that is over, or without a name, cannot be stopped', async () => {
  const acts = runningActs();
  acts.stop('a');
  expect(await acts.run('a', (act) => writeInBatches(act, 2))).toBe(2);
  expect(await acts.run(undefined, (act) => writeInBatches(act, 2))).toBe(2);
});
