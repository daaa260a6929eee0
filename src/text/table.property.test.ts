import fc from 'fast-check';
import { expect, test } from 'vitest';
import { table } from './table.js';
import { displayWidth } from './width.js';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '漢字漢字', 'two\nlines', '\x1B[31mred text\x1B[39m', '👩‍🚀'),
);

const column = fc.record(
  { header: cell, align: fc.constantFrom('left' as const, 'right' as const), flexible: fc.boolean() },
  { requiredKeys: [] },
);

test('every row is one line that fits, without trailing spaces', () => {
  const anyTable = fc.record({
    columns: fc.array(column, { maxLength: 5 }),
    rows: fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }),
    width: fc.nat(60),
  });
  fc.assert(
    fc.property(anyTable, ({ columns, rows, width }) => {
      const lines = table(rows, { columns, width });
      expect(lines.length - rows.length).toBe(columns.some((each) => each.header !== undefined) ? 1 : 0);
      for (const line of lines) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/[\n\r]| $/);
      }
    }),
    { numRuns: 1000 },
  );
});
