/*
 * What was asked for when a skill was loaded speaks for that skill when the like is asked again, and against it where the
 * user said that it was the wrong one. Two questions are alike by the words that they share, the rare ones above all.
 */

import { stem, stopWords } from './english.js';
import { foreignWords } from './question-language.js';
import { documentFrequency, type SearchIndex } from './search-index.js';
import { numberOf } from './string-table.js';
import { rarity } from './term-weights.js';
import { wordsOf } from './words.js';

/** A question after which a skill was loaded. */
export interface AskedBefore {
  /** Of the skill in the index. */
  readonly id: string;
  readonly prompt: string;
  readonly isWrong: boolean;
}

/** The scores of the documents for the question, with what was asked before. A name in full stays the best. */
export function withAskedBefore(
  index: SearchIndex,
  question: string,
  scores: Float64Array,
  asked: readonly AskedBefore[],
): Float64Array {
  const wanted = weightsOf(index, question);
  if (asked.length === 0 || wanted.size === 0) return scores;
  const effects = new Map<number, { right: number; wrong: number }>();
  for (const { id, prompt, isWrong } of asked) {
    const document = numberOf(index.ids, id);
    if (document === undefined) continue;
    const alike = likeness(wanted, weightsOf(index, prompt));
    if (alike < leastLikeness) continue;
    const effect = effects.get(document) ?? { right: 0, wrong: 0 };
    effects.set(document, effect);
    const side = isWrong ? 'wrong' : 'right';
    effect[side] = Math.max(effect[side], mostEffect * alike ** 2);
  }
  const changed = scores.slice();
  for (const [document, { right, wrong }] of effects) {
    const score = changed[document] ?? 0;
    if (score < 1) changed[document] = Math.min(1 - 1e-6, (score + (1 - score) * right) * (1 - wrong));
  }
  return changed;
}

/** Below this two questions share words by chance. */
const leastLikeness = 0.4;

/** The same question raises a skill by this share of what is missing to certainty, one that is half alike by a quarter of it. */
const mostEffect = 0.6;

/** Each word without its ending, with its importance. */
function weightsOf(index: SearchIndex, text: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const word of wordsOf(text.slice(0, maxCharacters)).flat()) {
    if (stopWords.has(word) || foreignWords.has(word)) continue;
    const term = numberOf(index.terms, word);
    weights.set(stem(word), rarity(index, term === undefined ? 0 : documentFrequency(index, term)));
  }
  return weights;
}

const maxCharacters = 300;

/** From 0 to 1, which is the same words. */
function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [word, weight] of one) {
    all += weight;
    if (other.has(word)) shared += 2 * weight;
  }
  for (const weight of other.values()) all += weight;
  return all === 0 ? 0 : Math.min(1, shared / all);
}
