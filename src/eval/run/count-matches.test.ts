import { expect, test } from 'vitest';
import { boundedMatcher } from './count-matches.js';

const count = boundedMatcher({ onceMs: 200, togetherMs: 60_000 });

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

test('patterns that are all slow are stopped when they have taken too long together', () => {
  const bounded = boundedMatcher({ onceMs: 50, togetherMs: 100 });
  const slow = () => bounded('(a+)+$', '', `${'a'.repeat(50)}b`);
  const found = [slow(), slow(), slow()];
  expect(found[0]).toEqual({ fault: 'the pattern took longer than 50 ms' });
  expect(found[2]).toEqual({ fault: 'the patterns of all cases together took longer than 100 ms' });
  expect(bounded('b', '', 'b')).toEqual(found[2]);
});
