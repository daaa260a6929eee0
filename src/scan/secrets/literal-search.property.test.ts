import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiteralSearch } from './literal-search.js';

const letter = fc.constantFrom(...'abAB_-. 12');
const literal = fc.string({ unit: fc.constantFrom(...'ab_-. 12'), minLength: 3, maxLength: 6 });
const text = fc
  .array(
    fc.oneof({ weight: 20, arbitrary: letter }, fc.constantFrom('é', '密', '😀', '\ud800', '\0', '\n')),
    {
      maxLength: 60,
    },
  )
  .map((characters) => characters.join(''));

test('it finds what looking at every place finds', () => {
  fc.assert(
    fc.property(fc.array(literal, { minLength: 1, maxLength: 12 }), text, (literals, searched) => {
      const found = new Set<string>();
      createLiteralSearch(literals)(searched, (number, at) => found.add(`${number} ${at}`));
      const expected = new Set<string>();
      for (const [number, each] of literals.entries())
        for (let at = 0; at < searched.length; at += 1)
          if (searched.slice(at, at + each.length).toLowerCase() === each) expected.add(`${number} ${at}`);
      expect(found).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
