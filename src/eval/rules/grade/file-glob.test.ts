import { expect, test } from 'vitest';
import { matchesGlob } from './file-glob.js';

test.each([
  ['*.txt', 'a.txt', true],
  ['*.txt', 'out/a.txt', false],
  ['**/*.txt', 'a.txt', true],
  ['**/*.txt', 'out/deep/a.txt', true],
  ['./out/?.txt', 'out/a.txt', true],
  ['out/**', 'out/a/b', true],
  ['[a].txt', 'a.txt', false],
  [`${'*'.repeat(200)}b`, 'a'.repeat(200), false],
] as const)('%s and %s: %s', (glob, path, expected) => {
  expect(matchesGlob(glob, path)).toBe(expected);
});
