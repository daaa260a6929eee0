import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aLine } from './journal-line.arbitrary.js';
import { parseJournal, printLine } from './journal-line.js';

test('what is printed is read back, wherever the reading is interrupted', () => {
  fc.assert(
    fc.property(fc.array(aLine, { maxLength: 10 }), fc.nat(), (lines, at) => {
      const journal = new TextEncoder().encode(lines.map(printLine).join(''));
      const first = parseJournal(journal.subarray(0, at % (journal.length + 1)));
      const second = parseJournal(journal.subarray(first.lengthBytes));
      expect([...first.lines, ...second.lines]).toEqual(lines);
      expect(first.malformed + second.malformed).toBe(0);
      expect(first.lengthBytes + second.lengthBytes).toBe(journal.length);
    }),
  );
});
