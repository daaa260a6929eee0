import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidenceIn, goodConfidence, sureConfidence } from './confidence.js';

/** In a library of a thousand skills of which the others have this score. */
function confidence(score: number, others: number, isBare = true): number {
  const scores = new Float64Array(1_000).fill(others);
  scores[0] = score;
  return confidenceIn(scores, isBare)(score);
}

test('the further a score is above the others, the more likely it is right', () => {
  for (const isBare of [true, false]) {
    expect(confidence(0.5, 0.05, isBare)).toBeGreaterThan(sureConfidence);
    expect(confidence(0.3, 0.28, isBare)).toBeLessThan(confidence(0.3, 0.05, isBare));
    expect(confidence(0.05, 0.05, isBare)).toBeLessThan(goodConfidence(isBare));
  }
});

test('a copy of the best skill is as likely as it would be alone', () => {
  const alone = new Float64Array(1_000).fill(0.05);
  alone[0] = 0.4;
  const copied = alone.slice().fill(0.4, 0, 3);
  expect(confidenceIn(copied, true)(0.4)).toBe(confidenceIn(alone, true)(0.4));
});

test('in a small library a weak match is not good because nothing else matches', () => {
  expect(confidenceIn(new Float64Array([0.08, 0, 0]), false)(0.08)).toBeLessThan(goodConfidence(false));
  expect(confidenceIn(new Float64Array([0.05, 0, 0]), true)(0.05)).toBeLessThan(goodConfidence(true));
});

test('probabilities are between 0 and 1, keep the order of the scores, and 1 is for a name alone', () => {
  const anyScores = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(anyScores, fc.boolean(), (millionths, isBare) => {
      const scores = Float64Array.from(millionths, (one) => one / 1e6).sort();
      const probabilities = Array.from(scores, confidenceIn(scores, isBare));
      for (const [at, probability] of probabilities.entries()) {
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThanOrEqual(0.99);
        const before = probabilities[at - 1] ?? 0;
        expect(scores[at] === scores[at - 1] ? probability === before : probability > before).toBe(true);
      }
    }),
  );
  expect(confidenceIn(new Float64Array([1, 0.2]), true)(1)).toBe(1);
});
