import { expect, test } from 'vitest';
import { editDistance, letterSignature, mayBeWithin } from './closest.js';

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

test('signatures rule out words that share no letter', () => {
  expect(mayBeWithin(letterSignature('abc'), letterSignature('xyz'), 2)).toBe(false);
});
