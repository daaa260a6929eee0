import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './line-diff.js';

const text = array(constantFrom('a\n', 'b\n', 'c\n', '\n', 'a', 'b'), { maxLength: 40 }).map((lines) =>
  lines.join(''),
);

test('applying the diff to the one text gives the other', () => {
  assert(
    property(text, text, (before, after) => {
      const diff = unifiedDiff({ label: 'a', text: before }, { label: 'b', text: after });
      expect(applied(before, diff)).toBe(after);
    }),
    { numRuns: 500 },
  );
});

/** What the tool `patch` does: copies the lines between hunks, and of a hunk those that are not removed. */
function applied(before: string, diff: string): string {
  const lines = before.split('\n');
  const result: string[] = [];
  let at = 0;
  const rows = diff.replaceAll('\n\\ No newline at end of file', '\0').split('\n');
  for (const row of rows.slice(2, -1)) {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(row);
    if (header) {
      const start = header[2] === '0' ? Number(header[1]) : Number(header[1]) - 1;
      while (at < start) result.push(`${lines[at++]}\n`);
      continue;
    }
    const line = row.slice(1).replace('\0', '');
    if (row[0] !== '+') expect(lines[at++]).toBe(line);
    if (row[0] !== '-') result.push(row.endsWith('\0') ? line : `${line}\n`);
  }
  return diff === '' ? before : result.join('') + lines.slice(at).join('\n');
}
