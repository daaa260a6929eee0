import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainView } from './plain-view.js';

const piece = fc.oneof(
  fc.constantFrom(
    '\u001b[31m',
    '\u200b',
    '\\\n',
    '" + "',
    "' . '",
    '\\u0067',
    '%41',
    '&#65;',
    '"',
    "'",
    '\\',
    'a',
    '\n',
  ),
  fc.string({ maxLength: 5 }),
);

test('every character of the view stands for a part of the text, in the same order', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const view = plainView(text, { mayHavePieces: true, isAscii: false });
      if (view === undefined) return;
      let end = 0;
      for (let index = 0; index < view.text.length; index += 1) {
        const range = view.rangeOf(index, index + 1);
        expect(range.start).toBeGreaterThanOrEqual(end);
        expect(range.end).toBeGreaterThan(range.start);
        if (range.end === range.start + 1) expect(text[range.start]).toBe(view.text[index]);
        end = range.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 1000 },
  );
});
