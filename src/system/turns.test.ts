import { expect, test } from 'vitest';
import { Turns } from './turns.js';

/** Turns of a loop that the test moves on, and a clock that every step moves by a millisecond. */
function loop(options: { readonly sliceMs?: number; readonly maxWaiting?: number } = {}) {
  const deferred: (() => void)[] = [];
  let now = 0;
  const turns = new Turns({ defer: (run) => deferred.push(run), nowMs: () => now, ...options });
  return {
    turns,
    steps: function* (name: string, count: number, done: string[]): Generator<undefined, string> {
      for (let at = 0; at < count; at += 1) {
        now += 1;
        done.push(name);
        yield;
      }
      return name;
    },
    /** One turn of the event loop, with what it lets go on. */
    turn: async () => {
      for (const run of deferred.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one slice of one piece of work is done in a turn, and the pieces take turns', async () => {
  const { turns, steps, turn } = loop({ sliceMs: 2 });
  const done: string[] = [];
  const all = Promise.all([turns.run(steps('a', 4, done)), turns.run(steps('b', 3, done))]);
  const seen: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    await turn();
    seen.push(done.splice(0).join(''));
  }
  expect(seen).toEqual(['aa', 'bb', 'aa', 'b', '', '']);
  expect(await all).toEqual(['a', 'b']);
});

test('work that cannot be divided has a turn of its own', async () => {
  const { turns, turn } = loop();
  const done: string[] = [];
  const take = async (name: string) => {
    await turns.take();
    done.push(name);
  };
  const all = Promise.all([take('a'), take('b')]);
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(['a']);
  await turn();
  expect(done).toEqual(['a', 'b']);
  await all;
});

test('a step that fails ends its work, and the others go on', async () => {
  const { turns, steps, turn } = loop();
  const failing = turns.run(
    (function* () {
      yield;
      throw new Error('no');
    })(),
  );
  const other = turns.run(steps('b', 1, []));
  const refused = expect(failing).rejects.toThrow('no');
  await turn();
  await turn();
  await refused;
  expect(await other).toBe('b');
});

test('more than may wait are refused at once', async () => {
  const { turns, turn } = loop({ maxWaiting: 1 });
  const first = turns.take();
  await expect(turns.take()).rejects.toMatchObject({ code: 'unavailable' });
  await turn();
  await first;
});
