import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from './printable.js';

/** Any text, and text made of what is kept in one place and not in another. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'a1\\\r\n\t\x1B\u202E\u200D\uFE0F\u20E3❤🚀\u{E0041}', '\uD83D', '\uDE80'),
  }),
);

test('nothing that a terminal obeys is left, and no half of a character', () => {
  fc.assert(
    fc.property(text, (given) => {
      const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
      expect(printable(given)).not.toMatch(unsafe);
      expect(printable(given, { multiline: true }).replace(/[\n\t]/g, '')).not.toMatch(unsafe);
    }),
    { numRuns: 2000 },
  );
});

test('what is printable already is not changed', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (given, multiline) => {
      const result = printable(given, { multiline });
      expect(printable(result, { multiline })).toBe(result);
    }),
    { numRuns: 2000 },
  );
});

test('plain text comes out as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (given) => {
      expect(printable(given)).toBe(given);
    }),
  );
});
