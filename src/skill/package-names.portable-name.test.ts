import { expect, test } from 'vitest';
import { hasForbiddenCharacter, isDeviceName, normalizeName } from './package-names.js';

test.each([
  ...['nul', 'NUL.txt', 'con .md', 'com1', 'LPT³.log', 'conin$', 'aux:', 'prn..'].map(
    (name) => [name, true] as const,
  ),
  ...['null', 'com', 'com10', 'console', 'my-nul', 'lpt.md', 'auxiliary.txt'].map(
    (name) => [name, false] as const,
  ),
])('whether Windows keeps %s for a device: %s', (name, expected) => {
  expect(isDeviceName(name)).toBe(expected);
});

test('a character that not every system allows is found', () => {
  expect(['a:b', 'a?', '<a>', 'a|b', 'a*', 'a"'].every(hasForbiddenCharacter)).toBe(true);
  expect(hasForbiddenCharacter("a-b_c (d) 'e' é.md")).toBe(false);
});

test.each([
  ['README.md', 'readme.MD', true],
  ['caf\u00e9', 'CAFE\u0301', true],
  ['stra\u00dfe', 'STRASSE', true],
  ['\u03c3', '\u03c2', true],
  ['a', 'b', false],
  ['e', '\u00e9', false],
])('%s and %s are one name where case and composition do not count: %s', (left, right, isSame) => {
  expect(normalizeName(left) === normalizeName(right)).toBe(isSame);
});
