/*
 * The parts of a diff that are worth showing: what changed, with a few lines around it. Also read from a diff that is given
 * as text, and laid out in two columns.
 */

import type { DiffLine } from './line-diff.js';

export interface Hunk {
  readonly lines: readonly DiffLine[];
}

const contextLines = 3;

/** Changes that are further apart than the lines around them are hunks of their own. */
export function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [start, end] = [0, 0];
  const close = () => {
    if (end > start) hunks.push({ lines: lines.slice(start, end) });
  };
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    if (end === 0 || index - contextLines > end) {
      close();
      start = Math.max(0, index - contextLines);
    }
    end = Math.min(lines.length, index + contextLines + 1);
  }
  close();
  return hunks;
}

/** A line of either side, or one of each beside the other. */
export interface LinePair {
  readonly from?: DiffLine;
  readonly to?: DiffLine;
}

/** What was removed beside what was added in its place. */
export function pairedLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  const close = () => {
    for (let row = 0; row < Math.max(removed.length, added.length); row += 1) {
      const [from, to] = [removed[row], added[row]];
      pairs.push({ ...(from && { from }), ...(to && { to }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      close();
      pairs.push({ from: line, to: line });
    }
  }
  close();
  return pairs;
}
