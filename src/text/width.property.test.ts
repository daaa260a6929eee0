import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, displayWidth } from './width.js';

/** Any text, and text made of what is hard to measure. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'a1 漢é\u0301❤\uFE0F\u200D🚀🏽🇪\u20E3\x1B\x07', '[31m', ']8;;') }),
);

test('what is cut is never wider than asked', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.boolean(), (given, width, unicode) => {
      expect(displayWidth(cut(given, width, { unicode }))).toBeLessThanOrEqual(width);
    }),
    { numRuns: 2000 },
  );
});

test('what fits is not cut, and what does not fit begins as it did', () => {
  fc.assert(
    fc.property(text, fc.nat(30), (given, width) => {
      const result = cut(given, width);
      if (displayWidth(given) <= width) expect(result).toBe(given);
      else if (!given.includes('\x1B')) expect(given.startsWith(result.slice(0, -1))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
