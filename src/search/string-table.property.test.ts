import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound, numberOf, sizeOf, stringAt, stringTable } from './string-table.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '技', '😀'), maxLength: 4 });
const words = fc.uniqueArray(word).map((found) => found.sort());

test('a table returns its strings, and finds them', () => {
  fc.assert(
    fc.property(words, word, (sorted, wanted) => {
      const table = stringTable(sorted);
      expect(Array.from({ length: sizeOf(table) }, (_, number) => stringAt(table, number))).toEqual(sorted);
      expect(lowerBound(table, wanted)).toBe(sorted.filter((each) => each < wanted).length);
      expect(numberOf(table, wanted) ?? -1).toBe(sorted.indexOf(wanted));
    }),
  );
});
