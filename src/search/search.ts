/*
 * The question "which skills are about this?", answered over an index without a model. Scores lie between 0 and 1
 * and mean the same in every library: the share of what was asked that a skill answers, weighed by how much each word
 * matters. Only a skill whose name is the whole query has 1.
 */

import type { SearchField } from './document.js';
import { stopWords } from './english.js';
import { type Expansion, expand, parseQuery, type Query } from './query.js';
import { eachPosting, type SearchIndex } from './search-index.js';
import { numberOf, sizeOf, stringAt } from './string-table.js';
import { fieldsOf, stopWordShare, strengthOf } from './term-weights.js';
import { topScores } from './top-scores.js';

/** How many hits, and of which skills. */
export interface SearchOptions {
  /** 20 unless told, never more than 1,000. */
  readonly limit?: number;
  /** Only ids for which this is true are found. */
  readonly filter?: (id: string) => boolean;
}

/** A skill that answers the query, and by which words. */
export interface Hit {
  readonly id: string;
  readonly score: number;
  /** The terms of the skill that answered, each once in every field it stands in, in the order of the query. */
  readonly matched: readonly Match[];
}

export interface Match {
  readonly term: string;
  readonly field: SearchField;
}

/** A best hit below this answers the query by accident: better to say that nothing fits. */
export const goodScore = 0.25;

/** Best first; equal scores in the order of their ids. */
export function search(index: SearchIndex, text: string, options?: SearchOptions): readonly Hit[] {
  const { scores, expansions } = answersTo(index, text);
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

/** One per document of the index, 0 where nothing answers. */
export function keywordScores(index: SearchIndex, text: string): Float64Array {
  return answersTo(index, text).scores;
}

const maxLimit = 1_000;

/** How much of the score is lost with the words that are missing, beyond what they would have added. */
const completeness = 0.5;

/** What a perfect answer to every term is worth. To nothing but stop words there is none, so no hit is good. */
function wholeOf({ terms }: Query, expansions: readonly Expansion[]): number {
  const whole = expansions.reduce((sum, { importance }) => sum + importance, 0);
  return terms.every(({ text }) => stopWords.has(text)) ? whole / stopWordShare : whole;
}

function answersTo(
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

/** The term that counted, with its weight in the document; none when nothing answers. */
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

/** 0 when the document does not have the term. */
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
