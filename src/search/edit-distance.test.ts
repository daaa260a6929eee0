import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, letterSignature, mayBeWithin } from './edit-distance.js';

function check(rows: readonly (readonly [one: string, other: string, distance: number])[]): void {
  for (const [one, other, distance] of rows) {
    expect([one, other, editDistance(one, other, distance)]).toEqual([one, other, distance]);
    expect(editDistance(one, other, distance - 1)).toBeUndefined();
  }
}

test('a slip is a letter left out, put in, replaced, or swapped with its neighbour', () => {
  check([
    ['', '', 0],
    ['gif', 'gif', 0],
    ['commit', 'comit', 1],
    ['comit', 'commit', 1],
    ['video', 'fideo', 1],
    ['github', 'gihtub', 1],
    ['kubernetes', 'kubrenets', 2],
    ['', 'abc', 3],
    ['abcdef', 'ghijkl', 6],
  ]);
});

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

test('signatures rule out words that share no letter', () => {
  expect(mayBeWithin(letterSignature('abc'), letterSignature('xyz'), 2)).toBe(false);
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
