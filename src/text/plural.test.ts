import { expect, test } from 'vitest';
import { counted, listUpTo, nounFor, times } from './plural.js';

test.each([
  [0, '0 skills'],
  [1, '1 skill'],
  [2, '2 skills'],
  [1_234, '1234 skills'],
])('%i of a thing is "%s"', (count, text) => {
  expect(counted(count, 'skill')).toBe(text);
});

test('a plural that is not the noun with an s is given', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
  expect(counted(3, 'entry', 'entries')).toBe('3 entries');
  expect(nounFor(1, 'item is', 'items are')).toBe('item is');
});

test('what happened a number of times happened once or so many times', () => {
  expect([times(0), times(1), times(2)]).toEqual(['0 times', 'once', '2 times']);
});

test('of a long list, the first are named and the others counted', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c', 'd']].map((names) => listUpTo(2, names))).toEqual([
    '',
    'a',
    'a, b',
    'a, b and 2 more',
  ]);
});
