/*
 * The words by which a search elsewhere finds what is near a text: as they are written, the rarest first.
 */

import { wordsOf } from '../words.js';
import { withoutExclusions } from './clauses.js';
import { commonness, stemsOf } from './concepts.js';

export function distinctiveWords(description: string, limit: number): readonly string[] {
  const words = new Map<string, number>();
  for (const word of wordsOf(withoutExclusions(description)).flat()) {
    const [stem] = stemsOf(word);
    if (stem !== undefined && word.length > 2) words.set(word, commonness(stem));
  }
  return [...words]
    .sort(([, a], [, b]) => a - b)
    .slice(0, limit)
    .map(([word]) => word);
}
