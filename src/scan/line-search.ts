/*
 * Which lines of a text are worth a look by several rules, found in one pass for all of them.
 */

import { type PrefixTable, prefixTable, visitPrefixMatches } from './beginnings.js';
import { lineIndexAt } from './lines.js';
import { prefixesOf } from './openings.js';

/** For each of the hints, the indexes of the lines in which it begins to match. */
type LineSearch = (text: string, starts: readonly number[]) => readonly (readonly number[])[];

export function lineSearch(hints: readonly RegExp[]): LineSearch {
  const patterns = hints.map((hint) => new RegExp(hint, `${hint.flags}y`));
  /** Made when it is first used, as that takes a while. */
  let beginnings: PrefixTable<number> | undefined;
  return (text, starts) => {
    beginnings ??= prefixTable(
      patterns.flatMap(({ source }, hint) =>
        prefixesOf(source, 4).map((opening) => [opening, hint] as const),
      ),
    );
    const found = hints.map((): number[] => []);
    // Where the line ends that a hint was last seen in.
    const seenUntil = hints.map(() => 0);
    let line = 0;
    visitPrefixMatches(text, beginnings, (at, candidates) => {
      for (const hint of candidates) {
        const pattern = patterns[hint];
        if (pattern === undefined || at < (seenUntil[hint] ?? 0)) continue;
        pattern.lastIndex = at;
        if (!pattern.test(text)) continue;
        line = lineIndexAt(starts, at, line);
        found[hint]?.push(line);
        seenUntil[hint] = starts[line + 1] ?? text.length;
      }
    });
    return found;
  };
}
