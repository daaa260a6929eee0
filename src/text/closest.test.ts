import { expect, test } from 'vitest';
import { closest, didYouMean } from './closest.js';

const verbs = ['list', 'view', 'validate', 'usage', 'undo', 'update'];

test.each([
  ['lst', 'list'],
  ['lsit', 'list'],
  ['LIST', 'list'],
  ['valdate', 'validate'],
  ['val', 'validate'],
  ['udno', 'undo'],
  ['list', 'list'],
  ['frobnicate', undefined],
  ['', undefined],
  ['l'.repeat(100_000), undefined],
])('%.20s is close to %s', (typed, expected) => {
  expect(closest(typed, verbs)[0]).toBe(expected);
});

test('the hint names all that are close, the closest first', () => {
  expect(didYouMean('lists', ['lint', 'list', 'lisp'])).toBe('did you mean: list');
  expect(didYouMean('lis', ['lint', 'list', 'lisp'])).toBe('did you mean: list, lisp');
  expect(didYouMean('lis', ['lint', 'list', 'lisp'], 1)).toBe('did you mean: list');
  expect(didYouMean('frobnicate', verbs)).toBeUndefined();
});
