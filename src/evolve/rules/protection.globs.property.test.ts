import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesAny } from './protection.js';

const letters = (alphabet: string, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((parts) => parts.join(''));

test('a pattern matches what the regular expression of the same meaning matches', () => {
  fc.assert(
    fc.property(letters('ab*?.', 6), letters('abAB.', 6), (pattern, name) => {
      const source = [...pattern].map((part) => ({ '*': '.*', '?': '.', '.': '\\.' })[part] ?? part).join('');
      expect(matchesAny([pattern], name)).toBe(new RegExp(`^${source}$`, 'is').test(name));
    }),
    { numRuns: 2_000 },
  );
});
