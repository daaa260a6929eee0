import { expect, test } from 'vitest';
import { longTest } from '../../../../test/long.js';
import { historyKinds, simulateMachine, usualMachine } from './histories.fixture.js';
import type { Verdict } from './judge.js';

/*
 * A small part of what bench/effect-simulation.ts measures: two machines with 20 skills of each kind. The limits are those of the
 * full measurement, and what chance adds to a sample of 40.
 */

const skills = [101, 202].flatMap((seed) => simulateMachine({ ...usualMachine, seed }));
const ofKind = (kind: string) => skills.filter((skill) => skill.kind === kind);
const share = (kind: string, verdict: Verdict) =>
  ofKind(kind).filter(({ verdicts }) => verdicts.has(verdict)).length / ofKind(kind).length;
const chance = (rate: number) => 2 * Math.sqrt((rate * (1 - rate)) / 40);

test.for(historyKinds.slice(0, 6))('daily looks find no effect where there is none: %s', (kind) => {
  const limit = kind === 'drift' ? 0.1 : 0.05;
  expect(share(kind, 'helped')).toBeLessThanOrEqual(limit + chance(limit));
  expect(share(kind, 'harmed')).toBeLessThanOrEqual(0.05 + chance(0.05));
});

test('what helps and what harms is found', () => {
  expect(share('helps', 'helped')).toBeGreaterThanOrEqual(0.8 - chance(0.8));
  expect(share('helps', 'harmed')).toBeLessThanOrEqual(0.05);
  expect(share('harms', 'harmed')).toBeGreaterThanOrEqual(0.8 - chance(0.8));
  expect(share('harms', 'helped')).toBeLessThanOrEqual(0.05);
});

test('an outage after the notes that all skills share makes none of them harmful', () => {
  // In this machine, outages that begin after the notes explain two thirds of a large difference.
  const shared = simulateMachine({ ...usualMachine, seed: 1 }).filter(
    ({ kind }) => kind === 'shared-outages',
  );
  expect(shared.filter(({ verdicts }) => verdicts.has('harmed'))).toEqual([]);
});

longTest('help is found among hundreds of other skills, some of which look alike by chance', () => {
  const helped = simulateMachine({ ...usualMachine, seed: 1, perKind: 40 }).filter(
    ({ kind }) => kind === 'helps',
  );
  expect(helped.filter(({ verdicts }) => verdicts.has('helped')).length).toBeGreaterThanOrEqual(34);
});
