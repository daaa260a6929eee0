import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topScores } from './top-scores.js';

test('the result equals the start of the sorted list', () => {
  const scores = fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(
      scores,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 3 }),
      (all, limit, step) => {
        const accept = (place: number) => place % step === 0;
        const sorted = [...all.keys()]
          .filter((place) => accept(place) && (all[place] ?? 0) > 0)
          .sort((one, other) => (all[other] ?? 0) - (all[one] ?? 0) || one - other);
        expect(topScores(all, limit, accept)).toEqual(sorted.slice(0, limit));
      },
    ),
  );
});
