import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidenceIn, goodConfidence, sureConfidence } from './confidence.js';

const bare = { question: 'merge pdf files' };
const keyed = { question: '', keywords: ['merge', 'pdf'] };
const foreign = { question: 'wie kann ich das machen' };

/** Scores of documents that have this share of the words. */
function found(scores: Float64Array, coverage = 1, unknownShare = 0) {
  return { scores, coverageOf: () => coverage, unknownShare };
}

/** In a library of a thousand skills of which the others have this score. */
function confidence(score: number, others: number, query = bare, coverage = 1): number {
  const scores = new Float64Array(1_000).fill(others);
  scores[0] = score;
  return confidenceIn(found(scores, coverage), query)(score);
}

test('the further a score is above the others, the more likely it is right', () => {
  for (const query of [bare, keyed]) {
    expect(confidence(0.5, 0.05, query)).toBeGreaterThan(sureConfidence);
    expect(confidence(0.3, 0.28, query)).toBeLessThan(confidence(0.3, 0.05, query));
  }
  expect(confidence(0.05, 0.05, keyed)).toBeLessThan(goodConfidence(keyed));
  expect(confidence(0.03, 0.03, bare)).toBeLessThan(goodConfidence(bare));
});

test('a question alone has no answer where the best skill has few of its words', () => {
  expect(confidence(0.2, 0.05, bare, 0.2)).toBeLessThan(goodConfidence(bare));
  expect(confidence(0.2, 0.05, bare, 0.4)).toBeGreaterThan(goodConfidence(bare));
  expect(confidence(0.2, 0.05, keyed, 0.2)).toBeGreaterThan(goodConfidence(keyed));
});

test('nor where hardly any skill has its words, of which few skills say nothing', () => {
  const answer = (skills: number, unknownShare: number) => {
    const scores = new Float64Array(skills).fill(0.05);
    scores[0] = 0.25;
    return confidenceIn(found(scores, 0.4, unknownShare), bare)(0.25) >= goodConfidence(bare);
  };
  expect([answer(1_000, 0), answer(1_000, 0.5), answer(5, 0.5)]).toEqual([true, false, true]);
});

test('of a question in another language it is never said that nothing answers it', () => {
  expect(confidence(0.01, 0.01, foreign, 0)).toBeGreaterThan(goodConfidence(foreign));
  expect(goodConfidence({ ...foreign, keywords: ['pdf'] })).toBe(goodConfidence(keyed));
});

test('a copy of the best skill is as likely as it would be alone', () => {
  const alone = new Float64Array(1_000).fill(0.05);
  alone[0] = 0.4;
  const copied = alone.slice().fill(0.4, 0, 3);
  expect(confidenceIn(found(copied), bare)(0.4)).toBe(confidenceIn(found(alone), bare)(0.4));
});

test('in a small library a weak match is not good because nothing else matches', () => {
  const best = (score: number, query: typeof bare) =>
    confidenceIn(found(new Float64Array([score, 0, 0])), query)(score);
  expect(best(0.08, keyed)).toBeLessThan(goodConfidence(keyed));
  expect(best(0.03, bare)).toBeLessThan(goodConfidence(bare));
});

test('probabilities are between 0 and 1, keep the order of the scores, and 1 is for a name alone', () => {
  const anyScores = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      anyScores,
      fc.constantFrom(bare, keyed, foreign),
      fc.nat(1),
      (millionths, query, coverage) => {
        const scores = Float64Array.from(millionths, (one) => one / 1e6).sort();
        const probabilities = Array.from(scores, confidenceIn(found(scores, coverage), query));
        for (const [at, probability] of probabilities.entries()) {
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThanOrEqual(0.99);
          const before = probabilities[at - 1] ?? 0;
          expect(scores[at] === scores[at - 1] ? probability === before : probability > before).toBe(true);
        }
      },
    ),
  );
  expect(confidenceIn(found(new Float64Array([1, 0.2])), bare)(1)).toBe(1);
});
