import { expect, test } from 'vitest';
import { isBinary, lineIn } from './file-text.js';

test.each([
  ['line=12', 12],
  ['line=0', undefined],
  ['line=-1', undefined],
  ['line=99999999', undefined],
  ['line=1e3', undefined],
  ['', undefined],
])('the address %s asks for the line %s', (query, expected) => {
  expect(lineIn(new URLSearchParams(query))).toBe(expected);
});

test.each([
  ['plain\n', false],
  ['a\0b', true],
  [new TextDecoder().decode(new Uint8Array([0xff, 0xd8])), true],
])('%j is no text: %s', (text, expected) => {
  expect(isBinary(text)).toBe(expected);
});
