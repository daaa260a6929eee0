import { expect, test } from 'vitest';
import { diffLines } from '../../text/line-diff.js';
import { pairedLines } from './diff.js';

const lines = (...names: readonly string[]) => names.map((name) => `${name}\n`).join('');
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
