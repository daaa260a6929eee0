import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.js';

function split(bytes: Uint8Array, sizes: readonly number[], maxBytes = 1_000): readonly string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(
    maxBytes,
    (line) => lines.push(line),
    () => lines.push('(too long)'),
  );
  let at = 0;
  for (const size of sizes) {
    splitter.push(bytes.subarray(at, at + size));
    at += size;
  }
  splitter.push(bytes.subarray(at));
  splitter.end();
  return lines;
}

test('lines are the same however the output is cut, also inside a character', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, '')));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(7)), fc.constantFrom('\n', '\r\n'), (lines, sizes, ending) => {
      const bytes = new TextEncoder().encode(lines.map((line) => line + ending).join(''));
      expect(split(bytes, sizes)).toEqual(lines.filter((line) => line.trim() !== ''));
    }),
  );
});

test('a last line without an end is kept, and one that is too long is reported', () => {
  expect(split(new TextEncoder().encode('a\n{"cut'), [])).toEqual(['a', '{"cut']);
  expect(split(new TextEncoder().encode('x'.repeat(20)), [8, 8], 10)).toContain('(too long)');
});
