import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, unifiedDiff } from './line-diff.js';

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

test('what is removed and kept is the one text, what is added and kept the other, in order', () => {
  assert(
    property(text, text, (from, to) => {
      const lines = diffLines(from, to);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind);
      expect(
        without('added')
          .map((line) => line.text)
          .join(''),
      ).toBe(from);
      expect(
        without('removed')
          .map((line) => line.text)
          .join(''),
      ).toBe(to);
      expect(without('added').map(({ fromLine }) => fromLine)).toEqual(
        without('added').map((_, index) => index + 1),
      );
      expect(without('removed').map(({ toLine }) => toLine)).toEqual(
        without('removed').map((_, index) => index + 1),
      );
    }),
  );
});

test('no fewer lines could be changed', () => {
  assert(
    property(text, text, (from, to) => {
      const kept = diffLines(from, to).filter(({ kind }) => kind === 'same').length;
      expect(kept).toBe(longestCommon(linesOf(from), linesOf(to)));
    }),
  );
});

function linesOf(given: string): readonly string[] {
  return given.split(/(?<=\n)/).filter((line) => line !== '');
}

function longestCommon(from: readonly string[], to: readonly string[]): number {
  let row = Array<number>(to.length + 1).fill(0);
  for (const line of from) {
    const next = [0];
    for (const [index, other] of to.entries())
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}
