import { expect, test } from 'vitest';
import { lineIndexAt, lineStarts, linesWith, splitLines } from './lines.js';

test('lines end in any of the three ways, and know where they start', () => {
  const { lines, starts } = splitLines('a\nb\r\nc\rd\n');
  expect(lines).toEqual(['a', 'b', 'c', 'd', '']);
  expect(starts).toEqual([0, 2, 5, 7, 9]);
  expect(splitLines('')).toMatchObject({ lines: [''], starts: [0] });
});

test('every place of a text is in the line that it stands in', () => {
  const { text, starts } = splitLines('ab\n\r\ncd');
  expect(Array.from(text, (_, offset) => lineIndexAt(starts, offset))).toEqual([0, 0, 0, 1, 1, 2, 2]);
});

test('a line with several matches is told once, also where a match goes on into the next line', () => {
  const file = splitLines('x x\n\nx\ny\n x');
  expect(linesWith(file, /x/g)).toEqual([0, 2, 4]);
  expect(linesWith(file, /x\s*/g)).toEqual([0, 2, 4]);
  expect(linesWith(file, /z/g)).toEqual([]);
});

test('lines that end in one way start after each end', () => {
  expect(lineStarts('a\n\nb\n')).toEqual([0, 2, 3, 5]);
  expect(lineStarts('a\rb', '\r')).toEqual([0, 2]);
  expect(lineStarts('')).toEqual([0]);
});
