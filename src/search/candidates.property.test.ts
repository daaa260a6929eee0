import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex, type DocumentTerms } from './build-index.js';
import { candidateIndex } from './candidates.js';
import { anyDocuments, anyQuery } from './document.arbitrary.js';
import type { SearchDocument } from './document.js';
import { search } from './search.js';
import { documentFrequency, type Library, type SearchIndex } from './search-index.js';
import { numberOf, sizeOf } from './string-table.js';
import { termsFromBytes, termsToBytes } from './term-bytes.js';
import { termWeights } from './term-weights.js';
import { wordScores } from './word-scores.js';

const anyKeywords = fc.array(fc.constantFrom('gif', 'pdf form', 'tset', 'kubernets', 'café', ''), {
  maxLength: 3,
});

test('all documents as candidates give what the index of the library gives', () => {
  fc.assert(
    fc.property(anyDocuments, anyQuery, anyKeywords, (documents, question, keywords) => {
      const query = { question, keywords };
      const index = buildIndex(documents);
      const candidates = candidateIndex(query, stored(documents), libraryOf(index));
      expect(search(candidates, query)).toEqual(search(index, query));
    }),
  );
});

test('the documents that match as candidates have the scores that they have in the index of the library', () => {
  fc.assert(
    fc.property(anyDocuments, anyQuery, anyKeywords, (documents, question, keywords) => {
      const query = { question, keywords };
      const index = buildIndex(documents);
      const found = search(index, query);
      const few = stored(documents).filter(({ id }) => found.some((hit) => hit.id === id));
      const candidates = candidateIndex(query, few, libraryOf(index));
      const ranking = wordScores(index, query).scores.filter((score) => score > 0);
      expect(wordScores(candidates, query).scores).toEqual(ranking);
    }),
  );
});

test('a word that no candidate has weighs as much as it does in the library', () => {
  const filler = { description: '', tags: [], headings: [], body: '' };
  const documents = ['gif', 'gif search', 'search', 'pdf'].map((name, id) => ({
    ...filler,
    id: `${id}`,
    name,
  }));
  const index = buildIndex(documents);
  const query = { question: 'gif search' };
  const few = stored(documents).filter(({ id }) => id === '0');
  const candidates = candidateIndex(query, few, libraryOf(index));
  expect(wordScores(candidates, query).scores[0]).toBe(wordScores(index, query).scores[0]);
});

/** As a store gives them back: each id once, with the last of its documents. */
function stored(documents: readonly SearchDocument[]): readonly DocumentTerms[] {
  const bytes = new Map(documents.map((document) => [document.id, termsToBytes(termWeights(document))]));
  return Array.from(bytes, ([id, own]) => ({ id, terms: () => termsFromBytes(own) ?? [] }));
}

function libraryOf(index: SearchIndex): Library {
  return {
    documents: sizeOf(index.ids),
    frequencyOf: (term) => {
      const number = numberOf(index.terms, term);
      return number === undefined ? 0 : documentFrequency(index, number);
    },
  };
}
