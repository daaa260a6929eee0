import { expect, test } from 'vitest';
import type { LogFields } from '../../../system/log.js';
import { silentLog } from '../../../system/log.js';
import { manualSchedule } from '../../../system/schedule.fixture.js';
import { CoppiceError } from '../../../text/errors.js';
import { partState } from './readiness.js';

function part(freshMs: number) {
  const world = { now: 0, checks: 0, check: async (): Promise<void> => undefined };
  const logged: string[] = [];
  const note = ({ state, reason }: LogFields, text: string) =>
    void logged.push([text, state, reason].filter(Boolean).join(': '));
  const later = manualSchedule();
  const state = partState(
    {
      name: 'storage',
      freshMs,
      check: () => {
        world.checks += 1;
        return world.check();
      },
    },
    { log: { ...silentLog, info: note, warn: note }, now: () => world.now, schedule: later.schedule },
  );
  return { state, world, logged, later };
}

test('any number of callers cause one check, and its result is used while it is fresh', async () => {
  const { state, world } = part(5_000);
  expect(await Promise.all([state(), state(), state()])).toEqual(['up', 'up', 'up']);
  world.now = 4_999;
  await state();
  expect(world.checks).toBe(1);
  world.now = 5_000;
  await state();
  expect(world.checks).toBe(2);
});

test('a check that hangs counts as down, and the next one is a new one', async () => {
  const { state, world, later } = part(0);
  world.check = () => new Promise(() => undefined);
  const hanging = state();
  expect(later.delays).toEqual([5_000]);
  later.next();
  expect(await hanging).toBe('down');
  world.check = async () => undefined;
  expect(await state()).toBe('up');
  expect(later.delays).toEqual([]);
});

test('a full part is not just down, and each change is logged once', async () => {
  const { state, world, logged } = part(0);
  world.check = async () => {
    throw new CoppiceError('disk-full', 'no space');
  };
  expect([await state(), await state()]).toEqual(['full', 'full']);
  world.check = async () => {
    throw new Error('gone');
  };
  expect(await state()).toBe('down');
  world.check = async () => undefined;
  expect([await state(), await state()]).toEqual(['up', 'up']);
  expect(logged).toEqual([
    'a part of the server does not work: full: no space',
    'a part of the server does not work: down: gone',
    'a part of the server works again',
  ]);
});
