/*
 * The near word for a mistyped one: what an unknown verb or flag is answered with.
 */

import { editDistance } from '../text/closest.js';

/** The candidate with the fewest slips, if they are few for its length; the first of equals. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  let near: string | undefined;
  let most = Math.max(1, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    const slips = editDistance(word, candidate, most);
    if (slips === undefined) continue;
    near = candidate;
    // Only one that is nearer takes its place.
    most = slips - 1;
  }
  return near;
}
