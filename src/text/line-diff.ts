/*
 * What changed between two texts, line by line: as data, in hunks, and printed as a unified diff. The package `diff`
 * searches for the fewest changes after what both texts have in common at either end is set aside; texts that have too
 * little in common are shown as one replaced by the other, so that time and memory stay bounded.
 */

import { diffArrays } from 'diff';

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** With its line break, where it has one. */
  readonly text: string;
  /** Counted from 1 in the text that has the line; in both for `same`. */
  readonly fromLine?: number;
  readonly toLine?: number;
}

/** A change with the lines around it. */
export interface Hunk {
  readonly lines: readonly DiffLine[];
}

export interface DiffSide {
  /** Printed behind --- or +++. */
  readonly label: string;
  readonly text: string;
}

export function diffLines(from: string, to: string): readonly DiffLine[] {
  const [before, after] = [linesOf(from), linesOf(to)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return numbered([
    ...marked('same', before.slice(0, head)),
    ...changes(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...marked('same', before.slice(before.length - tail)),
  ]);
}

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

/** Empty when the texts are the same. */
export function unifiedDiff(before: DiffSide, after: DiffSide): string {
  const hunks = hunksOf(diffLines(before.text, after.text));
  if (hunks.length === 0) return '';
  return [`--- ${before.label}\n`, `+++ ${after.label}\n`, ...hunks.map(printHunk)].join('');
}

/** Lines shown around a change. */
const contextLines = 3;

/** Beyond so many differing lines the fewest changes are not searched for. */
const maxDifferences = 1000;

type MarkedLine = Pick<DiffLine, 'kind' | 'text'>;

function changes(before: readonly string[], after: readonly string[]): readonly MarkedLine[] {
  const found = diffArrays([...before], [...after], { maxEditLength: maxDifferences });
  if (found === undefined) return [...marked('removed', before), ...marked('added', after)];
  return found.flatMap(({ value, removed, added }) =>
    marked(removed ? 'removed' : added ? 'added' : 'same', value),
  );
}

function marked(kind: DiffLine['kind'], lines: readonly string[]): readonly MarkedLine[] {
  return lines.map((text) => ({ kind, text }));
}

function numbered(lines: readonly MarkedLine[]): readonly DiffLine[] {
  let [fromLine, toLine] = [0, 0];
  return lines.map(({ kind, text }) => {
    if (kind !== 'added') fromLine += 1;
    if (kind !== 'removed') toLine += 1;
    if (kind === 'same') return { kind, text, fromLine, toLine };
    return kind === 'removed' ? { kind, text, fromLine } : { kind, text, toLine };
  });
}

const signs = { same: ' ', removed: '-', added: '+' } as const;

function printHunk({ lines }: Hunk): string {
  const from = range(lines.flatMap(({ fromLine }) => fromLine ?? []));
  const to = range(lines.flatMap(({ toLine }) => toLine ?? []));
  const printed = lines.map(
    ({ kind, text }) => signs[kind] + (text.endsWith('\n') ? text : `${text}\n${noNewline}`),
  );
  return `@@ -${from} +${to} @@\n${printed.join('')}`;
}

const noNewline = '\\ No newline at end of file\n';

/** A side of a hunk is empty only where its whole text is, and then begins on the line before the first. */
function range(lines: readonly number[]): string {
  const [first = 0] = lines;
  return lines.length === 1 ? `${first}` : `${first},${lines.length}`;
}

/** Lines with their breaks, so that a last line without one differs from one with. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
