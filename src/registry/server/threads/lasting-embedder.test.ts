import { expect, test } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { manualSchedule } from '../../../system/schedule.fixture.js';
import type { ClosingEmbedder } from './embedding-thread.js';
import { lastingEmbedder } from './lasting-embedder.js';

/** Models whose requests the test answers; `opened` has one entry for each. */
async function models(limits = {}) {
  const opened: { running: boolean; answers: (() => void)[]; fail(): void }[] = [];
  let refused: Error | undefined;
  const open = async (): Promise<ClosingEmbedder> => {
    if (refused) throw refused;
    const failing: ((error: Error) => void)[] = [];
    const one = {
      running: true,
      answers: [] as (() => void)[],
      fail: () => {
        one.running = false;
        for (const reject of failing) reject(new Error('the thread ended'));
      },
    };
    opened.push(one);
    return {
      name: 'model',
      isRunning: () => one.running,
      embed: () =>
        new Promise((done, reject) => {
          one.answers.push(() => done([Float32Array.of(opened.length)]));
          failing.push(reject);
        }),
      close: async () => one.fail(),
    };
  };
  const later = manualSchedule();
  const embedder = await lastingEmbedder(open, { log: silentLog, schedule: later.schedule, limits });
  return { embedder, opened, later, refuse: (error: Error | undefined) => (refused = error) };
}

const soon = () => new Promise((done) => setImmediate(done));

test('more requests than the limit are refused, and the others are answered', async () => {
  const { embedder, opened } = await models({ requests: 2 });
  const running = [embedder.embed(['a']), embedder.embed(['b'])];
  await expect(embedder.embed(['c'])).rejects.toMatchObject({
    code: 'unavailable',
    message: 'too many searches by meaning at the same time',
  });
  await soon();
  for (const answer of opened[0]?.answers ?? []) answer();
  expect(await Promise.all(running)).toHaveLength(2);
  const next = embedder.embed(['d']);
  await soon();
  opened[0]?.answers.at(-1)?.();
  expect(await next).toEqual([Float32Array.of(1)]);
});

test('a model that takes too long is ended, and opened again after a pause', async () => {
  const { embedder, opened, later } = await models();
  const slow = embedder.embed(['a']);
  await soon();
  expect(later.delays).toEqual([30_000]);
  later.next();
  await expect(slow).rejects.toMatchObject({ message: 'the model did not answer within 30 seconds' });
  expect(opened[0]?.running).toBe(false);
  await expect(embedder.embed(['b'])).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the model for the search by meaning is not available',
  });
  later.next();
  const again = embedder.embed(['c']);
  await soon();
  opened[1]?.answers[0]?.();
  expect(await again).toEqual([Float32Array.of(2)]);
});

test('a model that ended is opened once for all that wait, and a failure to open it is not repeated at once', async () => {
  const { embedder, opened, later, refuse } = await models();
  const first = embedder.embed(['a']);
  await soon();
  opened[0]?.fail();
  await expect(first).rejects.toThrow('the thread ended');
  refuse(new Error('no memory'));
  later.next();
  await expect(embedder.embed(['b'])).rejects.toThrow('no memory');
  await expect(embedder.embed(['b'])).rejects.toMatchObject({ code: 'unavailable' });
  refuse(undefined);
  later.next();
  const both = [embedder.embed(['c']), embedder.embed(['d'])];
  await soon();
  expect(opened).toHaveLength(2);
  for (const answer of opened[1]?.answers ?? []) answer();
  expect(await Promise.all(both)).toHaveLength(2);
});

test('a failed request does not end the model, and after closing all are refused', async () => {
  const { embedder, opened } = await models();
  const one = embedder.embed(['a']);
  await soon();
  opened[0]?.answers[0]?.();
  await one;
  await embedder.close();
  await expect(embedder.embed(['b'])).rejects.toMatchObject({ message: 'the server is stopping' });
});
