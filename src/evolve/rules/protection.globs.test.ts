import { expect, test } from 'vitest';
import { matchesAny } from './protection.js';

function check(pattern: string, name: string, expected: boolean): void {
  expect(matchesAny([pattern], name)).toBe(expected);
}

test.each<[string, string, boolean]>([
  ['codex', 'codex', true],
  ['codex', 'codex-more', false],
  ['CoDeX', 'cOdEx', true],
  ['hermes-*', 'hermes-agent', true],
  ['hermes-*', 'hermes-', true],
  ['hermes-*', 'hermes', false],
  ['*-hermes-*', 'debugging-hermes-now', true],
  ['*', '', true],
  ['**', 'x', true],
  ['', '', true],
  ['', 'x', false],
  ['?', 'x', true],
  ['?', '', false],
  ['?', '😀', true],
  ['a?c', 'abc', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['[ab]', 'a', false],
  ['[ab]', '[ab]', true],
  ['a.c', 'abc', false],
  ['a\\*', 'a*', false],
])('%s and %s: %s', check);

test('no pattern matches nothing, and any of several is enough', () => {
  expect(matchesAny([], 'x')).toBe(false);
  expect(matchesAny(['a', 'x*'], 'xyz')).toBe(true);
});
