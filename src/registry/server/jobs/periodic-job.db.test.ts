import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualSchedule } from '../../../system/schedule.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { periodicJob } from './periodic-job.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const everyMs = 100_000;

/** One replica with a job, and how often the job ran. */
function replica(name: string, run: (signal: AbortSignal) => Promise<object> = async () => ({})) {
  const manual = manualSchedule();
  let runs = 0;
  const work = {
    name,
    everyMs,
    run: async (_: unknown, signal: AbortSignal) => {
      runs += 1;
      return run(signal);
    },
  };
  const job = periodicJob(registry, work, manual.schedule);
  return {
    job,
    runs: () => runs,
    /** Runs the next check, and returns the delay until the one after it. */
    check: async () => {
      manual.next();
      await expect.poll(() => manual.delays).toHaveLength(1);
      return manual.delays[0];
    },
    delays: () => manual.delays,
    next: manual.next,
  };
}

test('a job runs at once the first time, then one interval after the last run, whatever restarts', async () => {
  const first = replica('steady', async () => ({ found: 3 }));
  first.job.start();
  expect(first.delays()).toEqual([0]);
  expect(await first.check()).toBe(everyMs);
  await first.job.stop();
  expect(first.delays()).toEqual([]);

  registry.clock.advance(40_000);
  const second = replica('steady');
  second.job.start();
  expect(await second.check()).toBe(60_000);
  expect(second.runs()).toBe(0);
  registry.clock.advance(60_000);
  expect(await second.check()).toBe(everyMs);
  expect(second.runs()).toBe(1);
  await second.job.stop();
  const stored = await registry.unguarded
    .selectFrom('job_runs')
    .selectAll()
    .where('name', '=', 'steady')
    .execute();
  expect(stored).toEqual([{ name: 'steady', last_run_at: new Date(registry.clock.now()), last_result: {} }]);
});

test('of two replicas one runs the job, and the other checks again later and finds it done', async () => {
  let finish: (value: object) => void = () => undefined;
  const one = replica('shared', () => new Promise((resolve) => (finish = resolve)));
  const two = replica('shared');
  one.job.start();
  two.job.start();
  one.next();
  await expect.poll(one.runs).toBe(1);
  expect(await two.check()).toBe(60_000);
  finish({});
  await expect.poll(one.delays).toEqual([everyMs]);
  expect(await two.check()).toBe(everyMs);
  expect([one.runs(), two.runs()]).toEqual([1, 0]);
  await Promise.all([one.job.stop(), two.job.stop()]);
});

test('a failure is logged, and the job is tried again after a minute', async () => {
  let isBroken = true;
  const { job, check, runs } = replica('fragile', async () => {
    if (isBroken) throw new Error('out of order');
    return {};
  });
  job.start();
  expect(await check()).toBe(60_000);
  expect(registry.log.lines.at(-1)).toMatchObject({
    level: 'error',
    fields: { job: 'fragile', reason: 'out of order' },
  });
  isBroken = false;
  expect(await check()).toBe(everyMs);
  expect(runs()).toBe(2);
  await job.stop();
});

test('stopping waits for a running job, and an unfinished run does not count', async () => {
  let isStopped = false;
  const { job, next, runs } = replica(
    'slow',
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
  );
  job.start();
  next();
  await expect.poll(runs).toBe(1);
  await job.stop().then(() => {
    isStopped = true;
  });
  expect(isStopped).toBe(true);
  const again = replica('slow');
  again.job.start();
  await again.check();
  expect(again.runs()).toBe(1);
  await again.job.stop();
});

test('without an interval the job never starts', () => {
  const manual = manualSchedule();
  const work = { name: 'off', everyMs: 0, run: async () => ({}) };
  periodicJob(registry, work, manual.schedule).start();
  expect(manual.delays).toEqual([]);
});
