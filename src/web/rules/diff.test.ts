import { expect, test } from 'vitest';
import { hunksOf, pairedLines } from './diff.js';
import { diffLines } from './line-diff.js';

const lines = (...names: readonly (string | number)[]) => names.map((name) => `${name}\n`).join('');
const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
const changed = (...at: readonly number[]) => lines(...twenty.map((n) => (at.includes(n) ? `new ${n}` : n)));

function shown(from: string, to: string) {
  return hunksOf(diffLines(from, to)).map((hunk) => hunk.lines.map(({ text }) => text.trim()).join(' '));
}

test.each([
  ['nothing', changed(), []],
  ['the first line', changed(1), ['1 new 1 2 3 4']],
  ['the last line', changed(20), ['17 18 19 20 new 20']],
  ['one in the middle', changed(10), ['7 8 9 10 new 10 11 12 13']],
  ['two close together', changed(5, 12), ['2 3 4 5 new 5 6 7 8 9 10 11 12 new 12 13 14 15']],
  ['two apart', changed(5, 13), ['2 3 4 5 new 5 6 7 8', '10 11 12 13 new 13 14 15 16']],
])('a change of %s is shown with three lines around it', (_, to, expected) => {
  expect(shown(changed(), to)).toEqual(expected);
});

test('what was removed stands beside what was added in its place', () => {
  const pairs = pairedLines(diffLines(lines('a', 'b', 'c', 'd'), lines('a', 'x', 'd', 'e')));
  expect(pairs.map(({ from, to }) => [from?.text.trim(), to?.text.trim()])).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    ['c', undefined],
    ['d', 'd'],
    [undefined, 'e'],
  ]);
});
