import { expect, test } from 'vitest';
import { lineIndexAt, lineStarts, linesWith, splitLines } from './lines.js';

test('all three line ends are recognised, and line starts are known', () => {
  const { lines, starts } = splitLines('a\nb\r\nc\rd\n');
  expect(lines).toEqual(['a', 'b', 'c', 'd', '']);
  expect(starts).toEqual([0, 2, 5, 7, 9]);
  expect(splitLines('')).toMatchObject({ lines: [''], starts: [0] });
});

test('every offset belongs to its line', () => {
  const { text, starts } = splitLines('ab\n\r\ncd');
  expect(Array.from(text, (_, offset) => lineIndexAt(starts, offset))).toEqual([0, 0, 0, 1, 1, 2, 2]);
});

test('a line with several matches is found once, even if a match continues on the next line', () => {
  const file = splitLines('x x\n\nx\ny\n x');
  expect(linesWith(file, /x/g)).toEqual([0, 2, 4]);
  expect(linesWith(file, /x\s*/g)).toEqual([0, 2, 4]);
  expect(linesWith(file, /z/g)).toEqual([]);
});

test('lines start after each line end', () => {
  expect(lineStarts('a\n\nb\n')).toEqual([0, 2, 3, 5]);
  expect(lineStarts('a\rb', '\r')).toEqual([0, 2]);
  expect(lineStarts('')).toEqual([0]);
});
