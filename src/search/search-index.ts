/*
 * An inverted index of skills: for every term the documents that contain it, in a few flat arrays. An index is immutable;
 * build-index.ts creates and updates it.
 */

import { lowerBound, type StringTable, sizeOf, stringAt } from './string-table.js';

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
  /** The library that these documents are from, where they are only those that may answer one query. */
  readonly library?: Library;
}

/** How common words are in a library whose documents are not all in the index. */
export interface Library {
  readonly documents: number;
  /** The number of its documents that contain the term, as far as that is known. */
  frequencyOf(term: string): number;
}

export interface Vocabulary {
  readonly terms: StringTable;
  /** The letters of each term, which make the search for typing errors fast. */
  readonly signatures: Uint32Array;
}

/** The number of documents in the library that contain the term. */
export function documentFrequency(index: SearchIndex, term: number): number {
  const here = (index.postingStarts[term + 1] ?? 0) - (index.postingStarts[term] ?? 0);
  return index.library === undefined
    ? here
    : Math.max(here, index.library.frequencyOf(stringAt(index.terms, term)));
}

/** The number of documents in the library. */
export function librarySize(index: SearchIndex): number {
  return index.library?.documents ?? sizeOf(index.ids);
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
