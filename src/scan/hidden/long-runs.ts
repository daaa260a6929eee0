/*
 * Long runs of certain characters. A run that is long enough covers every so-manieth place of the text, so only these
 * places are looked at, and what is around those that hold one of the characters.
 */

import type { CharacterSet } from '../character-set.js';

interface Run {
  readonly start: number;
  readonly end: number;
}

/** Each as long as it goes, and at least `shortest`, in the order of the text. */
export function longRuns(text: string, characters: CharacterSet, shortest: number): readonly Run[] {
  const runs: Run[] = [];
  // No run that is not reported begins before this.
  let done = 0;
  for (let at = shortest - 1; at < text.length; at = done + shortest - 1) {
    let start = at + 1;
    while (start > done && characters[text.charCodeAt(start - 1)]) start -= 1;
    done = at + 1;
    if (start > at) continue;
    while (done < text.length && characters[text.charCodeAt(done)]) done += 1;
    if (done - start >= shortest) runs.push({ start, end: done });
  }
  return runs;
}
