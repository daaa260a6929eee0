import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, letterSignature, mayBeWithin } from './closest.js';

/** Few letters, so that words are often near. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'q', '1', 'é'), maxLength: 9 });

test('the distance is that of the plain definition, and the same both ways', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
      const distance = plainDistance(one, other);
      expect(editDistance(one, other, most)).toBe(distance <= most ? distance : undefined);
      expect(editDistance(other, one, most)).toBe(editDistance(one, other, most));
    }),
  );
});

test('signatures never rule out words that are near enough', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = plainDistance(one, other);
      expect(mayBeWithin(letterSignature(one), letterSignature(other), distance)).toBe(true);
    }),
  );
});

/** By recursion on the ends of both words, without bounds or rows. */
function plainDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [oneRest, otherRest] = [one.slice(0, -1), other.slice(0, -1)];
  if (one.at(-1) === other.at(-1)) return plainDistance(oneRest, otherRest);
  const swapped = one.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1);
  return (
    1 +
    Math.min(
      plainDistance(oneRest, other),
      plainDistance(one, otherRest),
      plainDistance(oneRest, otherRest),
      swapped ? plainDistance(one.slice(0, -2), other.slice(0, -2)) : Number.POSITIVE_INFINITY,
    )
  );
}
