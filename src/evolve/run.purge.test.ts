import { expect, test } from 'vitest';
import { EvolveWorld, hour, now } from './evolve.world.js';

test('a line that rested on purged evidence is gone after the next run that writes, and the others stay', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy', { result: 'Harmless fault', at: now - 2 * hour });
  world.fails('deploy', { result: 'hunter2 is wrong' });
  await world.apply();
  expect(world.text('deploy')).toContain('hunter2');
  world.purge(({ result }) => result === 'hunter2 is wrong');
  await world.apply();
  expect(world.text('deploy')).not.toContain('hunter2');
  expect(world.text('deploy')).toContain('Harmless fault');
});

test('a note of which all evidence was purged is removed by the next run that writes', async () => {
  const world = new EvolveWorld({ deploy: {} });
  const bare = world.text('deploy');
  world.fails('deploy');
  await world.apply();
  expect(world.text('deploy')).not.toBe(bare);
  world.purge(() => true);
  await world.apply();
  expect(world.text('deploy')).toBe(bare);
});
