import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from './words.js';

/** Anything a string can hold, with a liking for what words are made of. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('-', '_', '.', "'", '’', 'aB', '\ud800', '技能'),
    ),
  )
  .map((pieces) => pieces.join(''));

test('every part is a word of its own, short, in lower case and fit to be written to a file', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const part of wordsOf(text).flat()) {
        expect(part).toBe(part.toLowerCase());
        expect(part).toMatch(/^[\p{L}\p{N}\p{M}]{1,40}$/u);
      }
    }),
  );
});

test('words do not depend on what stands around them', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(wordsOf(`${one}\n${other}`)).toEqual([...wordsOf(one), ...wordsOf(other)]);
    }),
  );
});
