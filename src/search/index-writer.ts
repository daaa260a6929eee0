/*
 * Puts an index together, term by term. The terms are taken from a vocabulary that is there already, so that those
 * which follow each other there are copied as one piece of text: an update then touches no string of what stays.
 */

import type { SearchIndex, Vocabulary } from './search-index.js';
import { stringTable } from './string-table.js';

export interface IndexWriter {
  /** One posting of the term that is being written; documents ascending. */
  add(document: number, weight: number): void;
  /** Names the term whose postings were added; terms in order. Without any posting there is no such term. */
  endTerm(vocabulary: Vocabulary, term: number): void;
  finish(): SearchIndex;
}

export interface IndexSize {
  readonly terms: number;
  readonly postings: number;
}

/** The ids in code-unit order, and how much there will be at most. */
export function indexWriter(ids: readonly string[], most: IndexSize): IndexWriter {
  const termStarts = new Uint32Array(most.terms + 1);
  const signatures = new Uint32Array(most.terms);
  const postingStarts = new Uint32Array(most.terms + 1);
  const documents = new Uint32Array(most.postings);
  const weights = new Uint16Array(most.postings);
  const text: string[] = [];
  let piece = { source: '', start: 0, end: 0 };
  let terms = 0;
  let postings = 0;
  return {
    add(document, weight) {
      documents[postings] = document;
      weights[postings] = weight;
      postings++;
    },
    endTerm(vocabulary, term) {
      if (postings === postingStarts[terms]) return;
      const start = vocabulary.terms.starts[term] ?? 0;
      const end = vocabulary.terms.starts[term + 1] ?? 0;
      if (piece.source === vocabulary.terms.text && piece.end === start) piece.end = end;
      else {
        text.push(piece.source.slice(piece.start, piece.end));
        piece = { source: vocabulary.terms.text, start, end };
      }
      signatures[terms] = vocabulary.signatures[term] ?? 0;
      termStarts[terms + 1] = (termStarts[terms] ?? 0) + end - start;
      terms++;
      postingStarts[terms] = postings;
    },
    finish() {
      text.push(piece.source.slice(piece.start, piece.end));
      return {
        ids: stringTable(ids),
        terms: { text: text.join(''), starts: termStarts.subarray(0, terms + 1) },
        signatures: signatures.subarray(0, terms),
        postingStarts: postingStarts.subarray(0, terms + 1),
        documents: documents.subarray(0, postings),
        weights: weights.subarray(0, postings),
      };
    },
  };
}
