/*
 * Where in a file a text that does not occur was perhaps meant to be. Whoever patches gets these regions with their
 * line numbers, and can mend the text instead of rewriting the file.
 */

export interface Region {
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const maxRegions = 3;
const leastLikeness = 0.4;

/** Best first. The longest line of the text that was looked for says most, so it is the one compared. */
export function closestRegions(text: string, find: string): readonly Region[] {
  const lines = text.split(/\r?\n/);
  const wanted = find.split(/\r?\n/);
  const longest = wanted.reduce(
    (best, line, index) => (line.trim().length > (wanted[best]?.trim().length ?? 0) ? index : best),
    0,
  );
  const wantedPairs = pairsOf(wanted[longest] ?? '');
  return lines
    .map((line, index) => ({ index, likeness: likenessOf(wantedPairs, pairsOf(line)) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((left, right) => right.likeness - left.likeness || left.index - right.index)
    .slice(0, maxRegions)
    .map(({ index }) => {
      const start = Math.max(0, index - longest);
      const end = Math.min(lines.length, start + wanted.length);
      return { startLine: start + 1, endLine: end, text: lines.slice(start, end).join('\n') };
    });
}

/** Pairs of neighbouring characters, without regard to case and spacing, of which people are least sure. */
function pairsOf(line: string): ReadonlySet<string> {
  const letters = line.toLowerCase().replaceAll(/\s+/g, '').slice(0, 500);
  return new Set(Array.from(letters, (letter, index) => letter + (letters[index + 1] ?? '')));
}

/** From 0 to 1: the share of pairs that both have. */
function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}
