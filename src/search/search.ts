/*
 * Search by words over an index. Skills are ordered by how well their words match; the score of a hit is the probability
 * that it is right, and means the same in every library. Only a skill whose name is the whole question gets 1.
 */

import { type AskedBefore, withAskedBefore } from './asked-before.js';
import { confidenceIn } from './confidence.js';
import type { SearchField } from './document.js';
import type { Expansion } from './expand.js';
import type { SearchQuery } from './query.js';
import { librarySize, type SearchIndex } from './search-index.js';
import { stringAt } from './string-table.js';
import { fieldsOf, strengthOf } from './term-weights.js';
import { topScores } from './top-scores.js';
import { wordScores } from './word-scores.js';

/** The number of hits, and a filter. */
export interface SearchOptions {
  /** Defaults to 20, and is at most 1,000. */
  readonly limit?: number;
  /** Only ids for which this returns true are found. */
  readonly filter?: (id: string) => boolean;
  /** What was asked for when skills were loaded. */
  readonly asked?: readonly AskedBefore[];
}

/** A skill that matches the query, and the terms that match. */
export interface Hit {
  readonly id: string;
  /** From 0 to 1: how likely it is that this is what was searched for. */
  readonly score: number;
  /** The matching terms, each once per field that contains it, in the order of the query. */
  readonly matched: readonly Match[];
}

export interface Match {
  readonly term: string;
  readonly field: SearchField;
}

/** Best first; equal scores in the order of their ids. */
export function search(
  index: SearchIndex,
  query: string | SearchQuery,
  options?: SearchOptions,
): readonly Hit[] {
  const asked = typeof query === 'string' ? { question: query } : query;
  const found = wordScores(index, asked);
  const { expansions } = found;
  const scores = withAskedBefore(index, asked.question, found.scores, options?.asked ?? []);
  const confidence = confidenceIn({ ...found, scores }, asked, librarySize(index));
  return bestDocuments(index, scores, options).map((document) => ({
    id: stringAt(index.ids, document),
    score: confidence(scores[document] ?? 0),
    matched: matchesOf(index, expansions, document),
  }));
}

/** The numbers of the documents, best first; equal scores in the order of their ids. */
export function bestDocuments(
  index: SearchIndex,
  scores: Float64Array,
  { limit = 20, filter }: SearchOptions = {},
): readonly number[] {
  const accept = filter && ((document: number) => filter(stringAt(index.ids, document)));
  return topScores(scores, Math.min(limit, maxLimit), accept);
}

const maxLimit = 1_000;

function matchesOf(index: SearchIndex, expansions: readonly Expansion[], document: number): readonly Match[] {
  const answers = new Map(expansions.flatMap((expansion) => bestAnswer(index, expansion, document)));
  return [...answers].flatMap(([number, weight]) => {
    const term = stringAt(index.terms, number);
    return fieldsOf(weight).map((field) => ({ term, field }));
  });
}

/** The best matching term with its weight in the document, if any. */
function bestAnswer(
  index: SearchIndex,
  { answers }: Expansion,
  document: number,
): readonly (readonly [term: number, weight: number])[] {
  let counted = 0;
  let found: readonly (readonly [number, number])[] = [];
  for (const { term, worth } of answers) {
    const weight = weightIn(index, term, document);
    const value = worth * strengthOf(weight);
    if (value <= counted) continue;
    counted = value;
    found = [[term, weight]];
  }
  return found;
}

/** 0 if the document does not contain the term. */
function weightIn(index: SearchIndex, term: number, document: number): number {
  let low = index.postingStarts[term] ?? 0;
  let high = index.postingStarts[term + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = index.documents[middle] ?? 0;
    if (found === document) return index.weights[middle] ?? 0;
    if (found < document) low = middle + 1;
    else high = middle;
  }
  return 0;
}
