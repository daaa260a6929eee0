/*
 * Finds the names that a mistyped one may have meant: those few typing errors away, or starting with what was typed.
 */

/** At most three names, the nearest first; equally near ones keep their order. */
export function closest(typed: string, names: Iterable<string>): readonly string[] {
  const wanted = typed.toLowerCase();
  const maxDistance = Math.max(1, Math.floor(Math.min(wanted.length, 64) / 3));
  const near: { name: string; distance: number }[] = [];
  for (const name of new Set(names)) {
    const candidate = name.toLowerCase();
    // A name that starts with what was typed counts as one error away, however long it is.
    const distance =
      wanted.length >= 3 && candidate.startsWith(wanted) ? 1 : editDistance(wanted, candidate, maxDistance);
    if (distance !== undefined) near.push({ name, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The hint for a mistyped name, with at most `max` names; undefined when none is close. */
export function didYouMean(typed: string, names: Iterable<string>, max = 3): string | undefined {
  const near = closest(typed, names).slice(0, max);
  return near.length === 0 ? undefined : `did you mean: ${near.join(', ')}`;
}

/**
 * The number of typing errors between two words (a letter missing, added, replaced, or two adjacent letters swapped);
 * undefined when it is more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number | undefined {
  if (Math.abs(one.length - other.length) > max) return undefined;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return undefined;
    beforePrevious = previous;
    previous = current;
  }
  const distance = previous[other.length] ?? 0;
  return distance <= max ? distance : undefined;
}

/** One bit for each letter that occurs; letters may share a bit. Rules out most pairs before words are compared. */
export function letterSignature(word: string): number {
  let signature = 0;
  for (let at = 0; at < word.length; at++) signature |= 1 << (word.charCodeAt(at) & 31);
  return signature >>> 0;
}

/** False only when the words are more than `max` errors apart: an error removes and adds at most one letter. */
export function mayBeWithin(one: number, other: number, max: number): boolean {
  return bitCount(one & ~other) <= max && bitCount(other & ~one) <= max;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
