/*
 * The names that a mistyped one may have meant: few slips away, or beginning with what was typed.
 */

import { editDistance } from '../../search/edit-distance.js';

/** At most three, the nearest first; those that are equally near in the order given. */
export function closest(typed: string, names: Iterable<string>): readonly string[] {
  const wanted = typed.toLowerCase();
  const most = Math.max(1, Math.floor(Math.min(wanted.length, 64) / 3));
  const near: { name: string; distance: number }[] = [];
  for (const name of new Set(names)) {
    const candidate = name.toLowerCase();
    // A name that goes on after what was typed is one slip away, however long the rest is.
    const distance =
      wanted.length >= 3 && candidate.startsWith(wanted) ? 1 : editDistance(wanted, candidate, most);
    if (distance !== undefined) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}
