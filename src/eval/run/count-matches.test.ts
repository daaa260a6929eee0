import { expect, test } from 'vitest';
import { boundedMatcher } from './count-matches.js';

const count = boundedMatcher(200);

test('matches are counted, empty ones too, and flags count', () => {
  expect(count('a', '', 'banana')).toEqual({ count: 3 });
  expect(count('A', 'i', 'banana')).toEqual({ count: 3 });
  expect(count('x*', '', 'ab')).toEqual({ count: 3 });
  expect(count('^b', 'm', 'a\nb')).toEqual({ count: 1 });
});

test('a pattern that would take hours is stopped, and the next one works', () => {
  expect(count('(a+)+$', '', `${'a'.repeat(50)}b`)).toEqual({ fault: 'the pattern took longer than 200 ms' });
  expect(count('b', '', 'b')).toEqual({ count: 1 });
});

test('what is not a pattern is a fault', () => {
  expect(count('(', '', 'x')).toEqual({ fault: 'the pattern is not a regular expression' });
});
