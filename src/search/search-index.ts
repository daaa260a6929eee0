/*
 * An inverted index of skills: for every term the documents that have it, in a handful of flat arrays. An index is a
 * value: build-index.ts makes one out of documents, update-index.ts the next one out of the last.
 */

import { lowerBound, type StringTable } from './string-table.js';

/** A value: it can be kept and shared, and is asked with `searchSkills`. */
export interface SearchIndex extends Vocabulary {
  /** Documents are numbered in the order of their ids. */
  readonly ids: StringTable;
  /** The postings of term n are those from `postingStarts[n]` up to `postingStarts[n + 1]`. */
  readonly postingStarts: Uint32Array;
  /** The document of each posting; ascending within a term. */
  readonly documents: Uint32Array;
  /** The weight of the term in that document, as termWeights gives it. */
  readonly weights: Uint16Array;
}

export interface Vocabulary {
  readonly terms: StringTable;
  /** Which letters each term has; what makes looking for typing errors quick. */
  readonly signatures: Uint32Array;
}

/** How many documents have the term. */
export function documentFrequency(index: SearchIndex, term: number): number {
  return (index.postingStarts[term + 1] ?? 0) - (index.postingStarts[term] ?? 0);
}

export function eachPosting(
  index: SearchIndex,
  term: number,
  visit: (document: number, weight: number) => void,
): void {
  const end = index.postingStarts[term + 1] ?? 0;
  for (let at = index.postingStarts[term] ?? 0; at < end; at++) {
    visit(index.documents[at] ?? 0, index.weights[at] ?? 0);
  }
}

/** The numbers of the terms that begin with `prefix`: from the first up to, not including, the second. */
export function termRange(index: SearchIndex, prefix: string): readonly [first: number, end: number] {
  return [lowerBound(index.terms, prefix), lowerBound(index.terms, `${prefix}\uffff`)];
}
