/*
 * The question "which skills are about this?", answered by words and by meaning. The vectors are given: which model
 * they are from, and where they are kept, is not decided here.
 */

import { aboveChance, fuse } from './fusion.js';
import { bestDocuments, keywordScores, type SearchOptions } from './search.js';
import type { SearchIndex } from './search-index.js';
import { stringAt } from './string-table.js';
import { cosines, type VectorMatrix } from './vectors.js';

export interface EmbeddedSkills {
  /** Row n is the document n of the index. */
  readonly skills: VectorMatrix;
  /** Of the texts of background.ts, by the same model. */
  readonly background: VectorMatrix;
}

export interface HybridQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface HybridHit {
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
