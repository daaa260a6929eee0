import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './line-diff.js';

const text = fc
  .tuple(
    fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 30 }),
    fc.constantFrom('', 'a', 'end'),
  )
  .map(([lines, last]) => lines.join('') + last);

test('what is removed and kept is the one text, what is added and kept the other, in order', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
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
  fc.assert(
    fc.property(text, text, (from, to) => {
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
