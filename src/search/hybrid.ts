/*
 * Searches skills by words and by meaning. The caller provides the vectors. Cosines of different models have different
 * ranges, so they are first compared with the background: how far are they above chance? A skill matches by its words or
 * by its meaning. Fusing ranks instead of scores gives clearly worse results, because a rank does not show confidence.
 */

import { withAskedBefore } from './asked-before.js';
import { cosines, type VectorMatrix } from './embedding.js';
import type { SearchQuery } from './query.js';
import { bestDocuments, type SearchOptions } from './search.js';
import type { SearchIndex } from './search-index.js';
import { stringAt } from './string-table.js';
import { wordScores } from './word-scores.js';

export interface EmbeddedSkills {
  /** Row n is the document n of the index. */
  readonly skills: VectorMatrix;
  /** The vectors of the background texts, by the same model. */
  readonly background: VectorMatrix;
}

interface HybridQuery extends SearchQuery {
  /** Of the question. */
  readonly vector: Float32Array;
}

interface HybridHit {
  readonly id: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Best first; equal scores in the order of their ids. */
export function hybridSearch(
  index: SearchIndex,
  { skills, background }: EmbeddedSkills,
  { vector, ...query }: HybridQuery,
  options?: SearchOptions,
): readonly HybridHit[] {
  const meaning = aboveChance(cosines(skills, vector), cosines(background, vector));
  const fused = fuse(wordScores(index, query).scores, meaning);
  const scores = withAskedBefore(index, query.question, fused, options?.asked ?? []);
  return bestDocuments(index, scores, options).map((document) => ({
    id: stringAt(index.ids, document),
    score: scores[document] ?? 0,
  }));
}

/** A best hit below this matches by accident, so it is better to report that nothing matches. */
export const goodHybridScore = 0.25;

/** Scores from 0 to 1, one per skill. Only a skill whose keyword score is 1, by its exact name, gets 1. */
export function fuse(keyword: Float64Array, meaning: Float32Array): Float64Array {
  return keyword.map((score, skill) => {
    const above = meaning[skill] ?? 0;
    if (score === 0 && above < minMeaning) return 0;
    return 1 - (1 - score) * Math.exp(-Math.max(0, above) / meaningScale);
  });
}

/** How far each cosine is above those of the background, in standard deviations of the background. */
export function aboveChance(cosines: Float32Array, background: Float32Array): Float32Array {
  const mean = average(background);
  const spread = Math.sqrt(average(background.map((cosine) => (cosine - mean) ** 2)));
  return cosines.map((cosine) => (cosine - mean) / Math.max(spread, minSpread));
}

/** Measured with npm run bench:search: values from 10 to 22 hardly differ. At 3.7 above chance meaning alone is a good hit. */
const meaningScale = 13;

/** One text in six reaches this by chance; below it, a skill without any of the words is not shown. */
const minMeaning = 1;

/** If a model gives all background texts the same cosine, smaller differences mean nothing. */
const minSpread = 0.01;

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
