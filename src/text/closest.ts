/*
 * The names that a mistyped one may have meant: few slips away, or beginning with what was typed.
 */

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

/** The hint for a mistyped name; undefined when no name is close. */
export function didYouMean(typed: string, names: Iterable<string>): string | undefined {
  const near = closest(typed, names);
  return near.length === 0 ? undefined : `did you mean: ${near.join(', ')}`;
}

/*
 * How many slips of the keyboard lie between two words: a letter left out, put in, replaced, or two neighbours
 * swapped. A signature of the letters rules out nearly every pair before the words themselves are compared.
 */

/** The number of slips, or undefined when it is more than `most`. */
export function editDistance(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined;
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
    if (least > most) return undefined;
    beforePrevious = previous;
    previous = current;
  }
  const distance = previous[other.length] ?? 0;
  return distance <= most ? distance : undefined;
}

/** One bit for each letter that occurs; letters may share a bit. */
export function letterSignature(word: string): number {
  let signature = 0;
  for (let at = 0; at < word.length; at++) signature |= 1 << (word.charCodeAt(at) & 31);
  return signature >>> 0;
}

/** False only when the words are more than `most` slips apart: a slip removes and adds at most one letter each. */
export function mayBeWithin(one: number, other: number, most: number): boolean {
  return bitCount(one & ~other) <= most && bitCount(other & ~one) <= most;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
