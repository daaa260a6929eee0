import { expect, test } from 'vitest';
import { isKnown } from './prepared-answer.js';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['"b"', false],
  ['a', false],
  ['"a', false],
  ['', false],
  ['"aa"', false],
])('If-None-Match: %s', (header, expected) => {
  expect(isKnown(header, '"a"')).toBe(expected);
});
