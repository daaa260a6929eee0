import { expect, test } from 'vitest';
import { EvolveWorld, now } from './evolve.world.js';
import { readEvolverRun } from './last-run.js';
import { saveRun } from './save-run.js';

test('the last run is read as it was saved', async () => {
  const world = new EvolveWorld({ deploy: {} });
  expect(readEvolverRun(world)).toBeNull();
  world.fails('deploy');
  const report = await world.apply();
  saveRun(world, { putNotes: () => undefined }, report);
  expect(readEvolverRun(world)).toEqual({ id: report.runId, at: now, exitCode: 0, applied: 1 });
});

test.each([
  'nonsense',
  '{}',
  '{"lastRun":null}',
  '{"lastRun":{"id":"x","at":1,"exitCode":0}}',
  '{"lastRun":{"id":"x","at":"today","exitCode":0,"summary":{"applied":1}}}',
  '{"lastRun":{"id":"x","at":1,"exitCode":-1,"summary":{"applied":1}}}',
])('a file that cannot be understood counts as no run: %s', (text) => {
  const world = new EvolveWorld({});
  world.put('/home/evolver.json', text);
  expect(readEvolverRun(world)).toBeNull();
});
