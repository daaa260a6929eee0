/*
 * Finds the lines of a text that match a pattern. One search over the whole text is many times faster than one per line,
 * so a rule searches the text for a hint, and reads only the lines that match.
 */

export interface Lines {
  readonly text: string;
  /** Lines without their line ends; the first is line 1. */
  readonly lines: readonly string[];
  /** Where each line starts in the text. */
  readonly starts: readonly number[];
}

/** The indexes of the lines in which a match of the global pattern starts. */
export function linesWith(
  { text, starts }: Pick<Lines, 'text' | 'starts'>,
  pattern: RegExp,
): readonly number[] {
  const found: number[] = [];
  let index = 0;
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    index = lineIndexAt(starts, hit.index, index);
    found.push(index);
    const next = starts[index + 1];
    if (next === undefined) break;
    pattern.lastIndex = next;
  }
  return found;
}

/** The index of the line at an offset; the search starts at line `from`. */
export function lineIndexAt(starts: readonly number[], offset: number, from = 0): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function splitLines(text: string): Lines {
  const lines = text.includes('\r') ? text.split(/\r\n|[\n\r]/) : text.split('\n');
  let start = 0;
  const starts = lines.map(({ length }) => {
    const own = start;
    start += length + (text.startsWith('\r\n', start + length) ? 2 : 1);
    return own;
  });
  return { text, lines, starts };
}

/** Where each line starts, in a text with one kind of line end. */
export function lineStarts(text: string, end = '\n'): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) starts.push(at + 1);
  return starts;
}

/** Whether each ASCII code is in the set: a lookup is several times faster than a pattern. */
export type CharacterSet = readonly boolean[];

/** The ASCII characters that the pattern matches. */
export function charactersLike(pattern: RegExp): CharacterSet {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
}
