/*
 * An inverted index of skills: for every term the documents that contain it, in a few flat arrays. An index is immutable;
 * build-index.ts creates and updates it.
 */

import { lowerBound, type StringTable } from './string-table.js';

/** Immutable: it can be stored and shared, and is searched with `searchSkills`. */
export interface SearchIndex extends Vocabulary {
  /** Documents are numbered in the order of their ids. */
  readonly ids: StringTable;
  /** The postings of term n start at `postingStarts[n]` and end before `postingStarts[n + 1]`. */
  readonly postingStarts: Uint32Array;
  /** The document of each posting; ascending within a term. */
  readonly documents: Uint32Array;
  /** The weight of the term in that document, as termWeights returns it. */
  readonly weights: Uint16Array;
}

export interface Vocabulary {
  readonly terms: StringTable;
  /** The letters of each term, which make the search for typing errors fast. */
  readonly signatures: Uint32Array;
}

/** The number of documents that contain the term. */
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

/** The range of the terms that start with `prefix`; the end is exclusive. */
export function termRange(index: SearchIndex, prefix: string): readonly [first: number, end: number] {
  return [lowerBound(index.terms, prefix), lowerBound(index.terms, `${prefix}\uffff`)];
}
