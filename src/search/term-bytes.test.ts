import { expect, test } from 'vitest';
import { termsFromBytes, termsToBytes } from './term-bytes.js';
import { termWeights } from './term-weights.js';

const terms = termWeights({
  id: 'a',
  name: 'pdf-forms',
  description: 'Füllt 技能 aus; café 😀.',
  tags: ['gifSearch'],
  headings: [],
  body: 'x1 next.js',
});

test('terms are read as they were written', () => {
  expect(terms.length).toBeGreaterThan(8);
  expect(termsFromBytes(termsToBytes(terms))).toEqual(terms);
  expect(termsFromBytes(termsToBytes([]))).toEqual([]);
});

test('terms are read from the middle of a larger buffer', () => {
  const bytes = termsToBytes(terms);
  const around = new Uint8Array(bytes.length + 7);
  around.set(bytes, 3);
  expect(termsFromBytes(around.subarray(3, 3 + bytes.length))).toEqual(terms);
});

test.each([
  ['nothing', new Uint8Array()],
  ['another version', termsToBytes(terms).with(0, 9)],
  ['a count beyond the end', termsToBytes(terms).with(4, 255)],
  ['a lost end', termsToBytes(terms).slice(0, 20)],
  ['a lost term', termsToBytes(terms).with(2, terms.length - 1)],
])('%s gives no terms', (_what, bytes) => {
  expect(termsFromBytes(bytes)).toBeUndefined();
});
