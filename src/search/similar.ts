/*
 * Finds skills that are similar to a document, so that nobody creates a skill that exists already. Documents are compared
 * by the cosine of their term vectors, weighted by strength and rarity: 1 for the same text, 0 for no word in common.
 */

import type { SearchDocument } from './document.js';
import { stopWords } from './english.js';
import { documentFrequency, eachPosting, type SearchIndex, termRange } from './search-index.js';
import { numberOf, sizeOf, stringAt } from './string-table.js';
import { importanceOf, nameSign, rarity, strengthOf, termWeights } from './term-weights.js';
import { topScores } from './top-scores.js';

export interface SimilarOptions {
  /** Defaults to 5. */
  readonly limit?: number;
  /** The minimum score; defaults to 0.45. */
  readonly threshold?: number;
}

export interface SimilarDocument {
  readonly id: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Chosen from the most similar pairs of a thousand published skills: above it, most do the same thing. */
const similarScore = 0.45;

/** Most similar first. The document need not be in the index, and does not match itself. */
export function similar(
  index: SearchIndex,
  document: SearchDocument,
  { limit = 5, threshold = similarScore }: SimilarOptions = {},
): readonly SimilarDocument[] {
  const products = new Float64Array(sizeOf(index.ids));
  let ownSquares = 0;
  for (const [text, weight] of termWeights(document)) {
    if (text.startsWith(nameSign)) continue;
    const term = numberOf(index.terms, text);
    const importance = importanceOf(index, text, term === undefined ? 0 : documentFrequency(index, term));
    const own = importance * strengthOf(weight);
    ownSquares += own * own;
    if (term === undefined) continue;
    eachPosting(index, term, (other, otherWeight) => {
      products[other] = (products[other] ?? 0) + own * importance * strengthOf(otherWeight);
    });
  }
  const squares = sumsOfSquares(index);
  const scores = products.map((product, other) =>
    product === 0 ? 0 : product / Math.sqrt(ownSquares * (squares[other] ?? 0)),
  );
  const own = numberOf(index.ids, document.id);
  return topScores(scores, limit, (other) => other !== own && (scores[other] ?? 0) >= threshold).map(
    (other) => ({
      id: stringAt(index.ids, other),
      score: Math.min(1, scores[other] ?? 0),
    }),
  );
}

function sumsOfSquares(index: SearchIndex): Float64Array {
  const sums = new Float64Array(sizeOf(index.ids));
  importances(index).forEach((importance, term) => {
    eachPosting(index, term, (document, weight) => {
      sums[document] = (sums[document] ?? 0) + (importance * strengthOf(weight)) ** 2;
    });
  });
  return sums;
}

/** By term number. Terms for whole names count nothing, because they would hide renamed copies. */
function importances(index: SearchIndex): Float64Array {
  const all = new Float64Array(sizeOf(index.terms)).map((_, term) =>
    rarity(index, documentFrequency(index, term)),
  );
  for (const word of stopWords) {
    const term = numberOf(index.terms, word);
    if (term !== undefined) all[term] = importanceOf(index, word, documentFrequency(index, term));
  }
  return all.fill(0, ...termRange(index, nameSign));
}
