import { expect, test } from 'vitest';
import { nearest } from './parse-arguments.js';

const verbs = ['list', 'view', 'validate', 'usage', 'undo', 'update'];

test.each([
  ['lst', 'list'],
  ['lsit', 'list'],
  ['valdate', 'validate'],
  ['udno', 'undo'],
  ['list', 'list'],
  ['frobnicate', undefined],
  ['', undefined],
  ['l'.repeat(100_000), undefined],
])('%.20s is near %s', (word, expected) => {
  expect(nearest(word, verbs)).toBe(expected);
});
