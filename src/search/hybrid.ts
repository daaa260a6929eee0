/*
 * The question "which skills are about this?", answered by words and by meaning. The vectors are given: which model
 * they are from, and where they are kept, is not decided here.
 */

import { cosines, type VectorMatrix } from './embedding.js';
import { bestDocuments, keywordScores, type SearchOptions } from './search.js';
import type { SearchIndex } from './search-index.js';
import { stringAt } from './string-table.js';

export interface EmbeddedSkills {
  /** Row n is the document n of the index. */
  readonly skills: VectorMatrix;
  /** Of the texts of background.ts, by the same model. */
  readonly background: VectorMatrix;
}

interface HybridQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

interface HybridHit {
  readonly id: string;
  /** 0 to 1, as in a search by words alone. */
  readonly score: number;
}

/** Best first; equal scores in the order of their ids. */
export function hybridSearch(
  index: SearchIndex,
  { skills, background }: EmbeddedSkills,
  { text, vector }: HybridQuery,
  options?: SearchOptions,
): readonly HybridHit[] {
  const meaning = aboveChance(cosines(skills, vector), cosines(background, vector));
  const scores = fuse(keywordScores(index, text), meaning);
  return bestDocuments(index, scores, options).map((document) => ({
    id: stringAt(index.ids, document),
    score: scores[document] ?? 0,
  }));
}

/*
 * Words and meaning in one score. Cosines of different models lie in different ranges, so they are first measured
 * against chance: how far above texts that have nothing to do with each other? A skill then answers a query unless it
 * does so neither by its words nor by its meaning. Fusing the ranks instead of the scores puts clearly fewer right
 * skills first, since a rank does not say how sure either of them is.
 */

/** From 0 to 1; both have one entry per skill. 1 only where the words alone have it: by the very name. */
export function fuse(keyword: Float64Array, meaning: Float32Array): Float64Array {
  return keyword.map((score, skill) => {
    const above = meaning[skill] ?? 0;
    if (score === 0 && above < leastMeaning) return 0;
    return 1 - (1 - score) * Math.exp(-Math.max(0, above) / meaningScale);
  });
}

/** How far each cosine is above those of the background, in standard deviations of the background. */
export function aboveChance(cosines: Float32Array, background: Float32Array): Float32Array {
  const mean = average(background);
  const spread = Math.sqrt(average(background.map((cosine) => (cosine - mean) ** 2)));
  return cosines.map((cosine) => (cosine - mean) / Math.max(spread, leastSpread));
}

/** Measured (npm run bench:search): from 10 to 22 it hardly matters. At 3.7 above chance meaning alone is a good hit. */
const meaningScale = 13;

/** What one text in six reaches by chance; less is no reason to show a skill that has none of the words. */
const leastMeaning = 1;

/** Where a model finds the whole background equally far, differences that small mean nothing. */
const leastSpread = 0.01;

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
