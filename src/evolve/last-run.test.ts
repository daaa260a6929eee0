import { expect, test } from 'vitest';
import { EvolveWorld, now } from './evolve.world.js';
import { readEvolverRun, readProposalRun } from './last-run.js';
import { ReviewWorld } from './proposals/review.world.js';
import { proposeNotes } from './propose-run.js';
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

test('a run that proposes leaves when it looked and who has to wait, and keeps the run before', async () => {
  const world = new ReviewWorld({ a: {}, b: {}, pinned: { pinLevel: 'pin' } });
  expect(readProposalRun(world.deps())).toBeUndefined();
  for (const name of ['a', 'b', 'pinned']) world.fails(name);
  const options = {
    ...{ days: 7, maxSkills: 1, minEvidence: 2, variants: 1, requireRestoreDrill: false },
    ...{ applyLowRisk: false, approveAutoApply: false, semantic: false, rerank: false },
    names: { protectCore: true, coreSkills: [], allow: [], block: [] },
  };
  const lastRun = { id: 'r', at: 1, exitCode: 0, summary: { applied: 2 } };
  world.put('/home/evolver.json', JSON.stringify({ lastRun }));
  const report = await proposeNotes(world.deps(), options);
  saveRun(world.deps(), { putNotes: () => undefined }, report);
  expect(readProposalRun(world.deps())).toEqual({ at: report.at, waiting: ['home:b'] });
  expect(readEvolverRun(world.deps())).toEqual({ id: 'r', at: 1, exitCode: 0, applied: 2 });
});
