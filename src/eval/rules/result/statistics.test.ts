import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceEstimate, scoreEstimate } from './statistics.js';

/** The seed is fixed, so the counts below are always the same. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function simulate(rates: readonly [number, number], cases: number, runs: number, times: number) {
  const next = random(7);
  const found = { helps: 0, harms: 0 };
  for (let at = 0; at < times; at += 1) {
    const [one, other] = rates.map((rate) =>
      scoreEstimate(
        Array.from({ length: cases }, () => Array.from({ length: runs }, () => Number(next() < rate))),
      ),
    );
    if (!one || !other) continue;
    const { low, high } = differenceEstimate(one, other);
    if (low > 0) found.helps += 1;
    if (high < 0) found.harms += 1;
  }
  return found;
}

test.each([
  [0.5, 4, 3],
  [0.9, 4, 3],
  [0.1, 1, 3],
  [0.5, 10, 3],
] as const)('without a difference, a verdict is rare: rate %s, %s cases, %s runs', (rate, cases, runs) => {
  const { helps, harms } = simulate([rate, rate], cases, runs, 2_000);
  expect(helps / 2_000).toBeLessThanOrEqual(0.03);
  expect(harms / 2_000).toBeLessThanOrEqual(0.03);
});

test('a difference that decides most answers is found with four cases of three runs', () => {
  expect(simulate([0.95, 0.2], 4, 3, 1_000).helps).toBeGreaterThan(950);
});

test('an interval contains its value and stays within its range', () => {
  const scores = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(scores, scores, (a, b) => {
      const [one, other] = [scoreEstimate(a), scoreEstimate(b)];
      if (!one || !other) throw new Error('there are runs');
      const difference = differenceEstimate(one, other);
      for (const { value, low, high } of [one, other, difference]) {
        expect(low).toBeLessThanOrEqual(value + 1e-9);
        expect(high).toBeGreaterThanOrEqual(value - 1e-9);
      }
      expect(difference.low).toBeGreaterThanOrEqual(-1);
    }),
  );
});
