import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aboveChance, fuse } from './hybrid.js';

const skill = fc.record({
  keyword: fc.integer({ min: 0, max: 100 }).map((score) => score / 100),
  meaning: fc.integer({ min: -50, max: 200 }).map((above) => above / 10),
});
const skills = fc.array(skill, { minLength: 1, maxLength: 30 });

test('the score of a skill depends only on the skill, not on its position', () => {
  fc.assert(
    fc.property(skills, (list) => {
      expect([...scoresOf(list.toReversed())].toReversed()).toEqual([...scoresOf(list)]);
      expect(list.map((one) => scoresOf([one])[0])).toEqual([...scoresOf(list)]);
    }),
  );
});

test('a skill that is at least as good by words and by meaning has at least the same score', () => {
  fc.assert(
    fc.property(skill, skill, (one, other) => {
      const keyword = Math.max(one.keyword, other.keyword);
      const meaning = Math.max(one.meaning, other.meaning);
      const [first = 0, second = 0, best = 0] = scoresOf([one, other, { keyword, meaning }]);
      expect(best).toBeGreaterThanOrEqual(Math.max(first, second));
    }),
  );
});

test('scores are between 0 and 1, never below the keyword score, and only the name gives 1', () => {
  fc.assert(
    fc.property(skill, (one) => {
      const [score = Number.NaN] = scoresOf([one]);
      expect(score).toBeGreaterThanOrEqual(one.keyword - 1e-12);
      expect(score === 1).toBe(one.keyword === 1);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});

test('a shift or scale of all cosines does not change the scores', () => {
  const cosine = fc.integer({ min: -64, max: 64 }).map((value) => value / 128);
  fc.assert(
    fc.property(fc.array(cosine, { maxLength: 20 }), fc.constantFrom(0.25, 0.5, 2), (list, scale) => {
      const background = [-0.25, 0, 0.25, 0.5];
      const moved = (values: readonly number[]) =>
        new Float32Array(values.map((value) => value * scale + 0.125));
      const here = aboveChance(new Float32Array(list), new Float32Array(background));
      const there = aboveChance(moved(list), moved(background));
      here.forEach((above, place) => {
        expect(there[place]).toBeCloseTo(above, 4);
      });
    }),
  );
});

function scoresOf(list: readonly { readonly keyword: number; readonly meaning: number }[]): Float64Array {
  return fuse(
    Float64Array.from(list, ({ keyword }) => keyword),
    Float32Array.from(list, ({ meaning }) => meaning),
  );
}
