/*
 * Documents for property tests: few words and few ids, so that they often have something in common.
 */

import fc from 'fast-check';
import type { SearchDocument } from './document.js';

const word = fc.constantFrom(
  'gif',
  'gifSearch',
  'pdf-forms',
  'test',
  'testing',
  'the',
  'café',
  '技能',
  'kubernetes',
  'x1',
);
const text = fc
  .array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .map((words) => words.join(' '));

export const anyDocument: fc.Arbitrary<SearchDocument> = fc.record({
  id: fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.string({ unit: 'binary', maxLength: 4 })),
  name: text,
  description: text,
  tags: fc.array(word, { maxLength: 2 }),
  headings: fc.array(text, { maxLength: 2 }),
  body: text,
});

export const anyDocuments = fc.array(anyDocument, { maxLength: 12 });

export const anyQuery = text;
