import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from './words.js';

/** Any string, with a preference for word characters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('-', '_', '.', "'", '’', 'aB', '\ud800', '技能'),
    ),
  )
  .map((pieces) => pieces.join(''));

test('every part is a short word in lower case that can be written to a file', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const part of wordsOf(text).flat()) {
        expect(part).toBe(part.toLowerCase());
        expect(part).toMatch(/^[\p{L}\p{N}\p{M}]{1,40}$/u);
      }
    }),
  );
});

test('words do not depend on the text around them', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(wordsOf(`${one}\n${other}`)).toEqual([...wordsOf(one), ...wordsOf(other)]);
    }),
  );
});
