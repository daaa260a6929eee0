import fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyJournal, usageOf } from './apply-journal.js';
import { aLine } from './journal-line.arbitrary.js';
import { parseSnapshot, printSnapshot } from './snapshot.js';

const usages = fc.array(aLine, { maxLength: 30 }).map((lines) => applyJournal(usageOf([]), lines));
const position = fc.record({
  generation: fc.nat(),
  offset: fc.nat(),
  rotated: fc.array(fc.record({ generation: fc.nat(), offset: fc.nat(), rotatedAt: fc.nat() }), {
    maxLength: 3,
  }),
});

test('what is printed is read back, and gives the same bytes again', () => {
  fc.assert(
    fc.property(usages, position, (usage, folded) => {
      const text = printSnapshot({ usage, folded });
      const parsed = parseSnapshot(text);
      expect(parsed).toEqual({ kind: 'sound', snapshot: { usage, folded } });
      expect(parsed.snapshot && printSnapshot(parsed.snapshot)).toBe(text);
    }),
  );
});

test('the order in which records were made does not show', () => {
  fc.assert(
    fc.property(usages, position, (usage, folded) => {
      const reversed = usageOf([...usage.records.values()].reverse(), new Map([...usage.seen].reverse()));
      expect(printSnapshot({ usage: reversed, folded })).toBe(printSnapshot({ usage, folded }));
    }),
  );
});

test('no part of a snapshot passes for a whole one', () => {
  fc.assert(
    fc.property(
      usages,
      position,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (usage, folded, share) => {
        const text = printSnapshot({ usage, folded });
        // Without its last newline only, it still counts as complete.
        expect(parseSnapshot(text.slice(0, Math.floor(share * (text.length - 1))))).toMatchObject({
          kind: 'damaged',
        });
      },
    ),
  );
});
