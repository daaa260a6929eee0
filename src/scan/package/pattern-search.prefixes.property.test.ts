import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { prefixTable, visitPrefixMatches } from './pattern-search.js';

const words = array(constantFrom('a', 'b', 'é', ' ', 'A', '.'), { minLength: 1, maxLength: 6 }).map((parts) =>
  parts.join(''),
);

test('every start of a word is visited, in the order of the text', () => {
  assert(
    property(array(words), array(words, { maxLength: 30 }), string(), (sought, parts, noise) => {
      const text = parts.join('') + noise + parts.join('');
      const prefixes = prefixTable(sought.map((word) => [word, word]));
      const visited: number[] = [];
      const found = new Set<string>();
      visitPrefixMatches(text, prefixes, (at, candidates) => {
        visited.push(at);
        for (const word of candidates) if (text.startsWith(word, at)) found.add(`${at} ${word}`);
      });
      const expected = sought.flatMap((word) =>
        Array.from(text, (_, index) => index).flatMap((at) =>
          text.startsWith(word, at) ? [`${at} ${word}`] : [],
        ),
      );
      expect(found).toEqual(new Set(expected));
      expect(visited).toEqual(visited.toSorted((one, other) => one - other));
    }),
  );
});

test('positions where nothing can start are not visited', () => {
  const visited: number[] = [];
  visitPrefixMatches(`${'x '.repeat(1_000)}ignore me`, prefixTable([['ignore', 1]]), (at) =>
    visited.push(at),
  );
  expect(visited).toEqual([2_000]);
});
