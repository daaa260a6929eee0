/*
 * Keyword search over an index. Scores are between 0 and 1 and mean the same in every library: the share of the query
 * that a skill matches, weighted by the importance of each word. Only a skill whose name is the whole query gets 1.
 */

import type { SearchField } from './document.js';
import { stopWords } from './english.js';
import { type Expansion, expand, parseQuery, type Query } from './query.js';
import { eachPosting, type SearchIndex } from './search-index.js';
import { numberOf, sizeOf, stringAt } from './string-table.js';
import { fieldsOf, stopWordShare, strengthOf } from './term-weights.js';
import { topScores } from './top-scores.js';

/** The number of hits, and a filter. */
export interface SearchOptions {
  /** Defaults to 20, and is at most 1,000. */
  readonly limit?: number;
  /** Only ids for which this returns true are found. */
  readonly filter?: (id: string) => boolean;
}

/** A skill that matches the query, and the terms that match. */
export interface Hit {
  readonly id: string;
  readonly score: number;
  /** The matching terms, each once per field that contains it, in the order of the query. */
  readonly matched: readonly Match[];
}

export interface Match {
  readonly term: string;
  readonly field: SearchField;
}

/** A best hit below this matches by accident, so it is better to report that nothing matches. */
export const goodScore = 0.25;

/** Best first; equal scores in the order of their ids. */
export function search(index: SearchIndex, text: string, options?: SearchOptions): readonly Hit[] {
  const { scores, expansions } = evaluate(index, text);
  return bestDocuments(index, scores, options).map((document) => ({
    id: stringAt(index.ids, document),
    score: scores[document] ?? 0,
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

/** One score per document of the index, 0 where nothing matches. */
export function keywordScores(index: SearchIndex, text: string): Float64Array {
  return evaluate(index, text).scores;
}

const maxLimit = 1_000;

/** The extra penalty for missing words, beyond what they would have added. */
const completeness = 0.5;

/** The value of a perfect match of every term. For a query of stop words it is higher, so no hit is good. */
function wholeOf({ terms }: Query, expansions: readonly Expansion[]): number {
  const whole = expansions.reduce((sum, { importance }) => sum + importance, 0);
  return terms.every(({ text }) => stopWords.has(text)) ? whole / stopWordShare : whole;
}

function evaluate(
  index: SearchIndex,
  text: string,
): { readonly scores: Float64Array; readonly expansions: readonly Expansion[] } {
  const query = parseQuery(text);
  if (query.terms.length === 0) return { scores: new Float64Array(sizeOf(index.ids)), expansions: [] };
  const expansions = query.terms.map((term) => expand(index, term));
  const scores = scoresOf(index, expansions, wholeOf(query, expansions));
  for (const document of documentsNamed(index, query.name)) scores[document] = 1;
  return { scores, expansions };
}

function documentsNamed(index: SearchIndex, name: string): Uint32Array {
  const term = numberOf(index.terms, name);
  if (term === undefined) return new Uint32Array();
  return index.documents.subarray(index.postingStarts[term], index.postingStarts[term + 1]);
}

function scoresOf(index: SearchIndex, expansions: readonly Expansion[], whole: number): Float64Array {
  const answered = new Float64Array(sizeOf(index.ids));
  const covered = new Float64Array(sizeOf(index.ids));
  const byTerm = new Float64Array(sizeOf(index.ids));
  for (const { importance, answers } of expansions) {
    for (const { term, worth } of answers) {
      eachPosting(index, term, (document, weight) => {
        const value = worth * strengthOf(weight);
        if (value > (byTerm[document] ?? 0)) byTerm[document] = value;
      });
    }
    for (let document = 0; document < byTerm.length; document++) {
      const value = byTerm[document] ?? 0;
      if (value === 0) continue;
      answered[document] = (answered[document] ?? 0) + value;
      covered[document] = (covered[document] ?? 0) + importance;
      byTerm[document] = 0;
    }
  }
  return answered.map(
    (value, document) => (value / whole) * (1 - completeness * (1 - (covered[document] ?? 0) / whole)),
  );
}

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
