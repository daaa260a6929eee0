/*
 * How much it says about a skill that it has a term: the rarer the term is in the library, the more. This is all that
 * a score takes from the other skills.
 */

import { stopWords } from './english.js';
import type { SearchIndex } from './search-index.js';
import { sizeOf } from './string-table.js';

/** `frequency` is the number of documents that have the term; 0 when none does. */
export function importanceOf(index: SearchIndex, term: string, frequency: number): number {
  return rarity(index, frequency) * (stopWords.has(term) ? stopWordShare : 1);
}

export function rarity(index: SearchIndex, frequency: number): number {
  const others = sizeOf(index.ids) + imaginedDocuments - frequency;
  return Math.log(1 + (others + 0.5) / (frequency + 0.5));
}

/** Stop words count a little instead of nothing, so that a query of nothing else still finds something. */
export const stopWordShare = 0.1;

/** As if this many more skills were there, so that in a library of five a word in two of them is still telling. */
const imaginedDocuments = 100;
