/*
 * What changed between two texts, as a unified diff. The shortest way from one list of lines to the other is searched
 * after what both have in common at either end is set aside; two texts that have too little in common are shown as one
 * replaced by the other, so that time and memory stay bounded.
 */

export interface DiffSide {
  /** What stands behind --- or +++. */
  readonly label: string;
  readonly text: string;
}

/** Empty when the texts are the same. */
export function unifiedDiff(before: DiffSide, after: DiffSide): string {
  const hunks = hunksOf(diffSteps(linesOf(before.text), linesOf(after.text)));
  if (hunks.length === 0) return '';
  return [`--- ${before.label}\n`, `+++ ${after.label}\n`, ...hunks].join('');
}

/** How many lines around a change are shown with it. */
const contextLines = 3;

type Step = { readonly kind: ' ' | '-' | '+'; readonly line: string };

/** Beyond so many differing lines the shortest way is not searched any more. */
const maxDistance = 1000;

function diffSteps(before: readonly string[], after: readonly string[]): readonly Step[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [oldMiddle, newMiddle] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  return [
    ...marked(' ', before.slice(0, head)),
    ...(shortestSteps(oldMiddle, newMiddle) ?? [...marked('-', oldMiddle), ...marked('+', newMiddle)]),
    ...marked(' ', before.slice(before.length - tail)),
  ];
}

/**
 * Myers' greedy search: the furthest that each number of differences leads to, until one leads to the end. A point is
 * x lines into `before` and y into `after`, and is kept by its diagonal k = x - y. Undefined when it is too far.
 */
function shortestSteps(before: readonly string[], after: readonly string[]): readonly Step[] | undefined {
  const rows: Int32Array[] = [];
  for (let distance = 0; distance <= maxDistance; distance += 1) {
    const row = new Int32Array(2 * distance + 1).fill(-1);
    for (let k = -distance; k <= distance; k += 2) {
      let { x } = arrival(rows, distance, k, before.length, after.length);
      if (x === -1) continue;
      while (x < before.length && before[x] === after[x - k]) x += 1;
      row[k + distance] = x;
      if (x === before.length && x - k === after.length) return wayBack(before, after, rows, distance);
    }
    rows.push(row);
  }
  return undefined;
}

/** Where a diagonal is entered with so many differences, before any equal lines; x is -1 when it cannot be. */
function arrival(
  rows: readonly Int32Array[],
  distance: number,
  k: number,
  beforeLength: number,
  afterLength: number,
): { readonly x: number; readonly kind: '-' | '+' } {
  if (distance === 0) return { x: 0, kind: '+' };
  const reached = (diagonal: number) => rows[distance - 1]?.[diagonal + distance - 1] ?? -1;
  const added = reached(k + 1) - k > afterLength ? -1 : reached(k + 1);
  const removed = reached(k - 1) === -1 || reached(k - 1) === beforeLength ? -1 : reached(k - 1) + 1;
  return removed > added ? { x: removed, kind: '-' } : { x: added, kind: '+' };
}

function wayBack(
  before: readonly string[],
  after: readonly string[],
  rows: readonly Int32Array[],
  differences: number,
): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = differences; distance >= 0; distance -= 1) {
    const entered = arrival(rows, distance, x - y, before.length, after.length);
    for (; x > entered.x; x -= 1, y -= 1) steps.push({ kind: ' ', line: before[x - 1] ?? '' });
    if (distance === 0) break;
    if (entered.kind === '-') x -= 1;
    else y -= 1;
    steps.push({ kind: entered.kind, line: (entered.kind === '-' ? before[x] : after[y]) ?? '' });
  }
  return steps.reverse();
}

/** Changes that are further apart than their context are hunks of their own. */
function hunksOf(steps: readonly Step[]): readonly string[] {
  const hunks: string[] = [];
  let [beforeLine, afterLine] = [1, 1];
  for (let at = 0; at < steps.length; ) {
    let change = at;
    while (steps[change]?.kind === ' ') change += 1;
    if (change === steps.length) break;
    const start = Math.max(at, change - contextLines);
    [beforeLine, afterLine] = [beforeLine + start - at, afterLine + start - at];
    const hunk = steps.slice(start, endOfHunk(steps, change));
    hunks.push(printHunk(hunk, beforeLine, afterLine));
    beforeLine += countOf(hunk, '-');
    afterLine += countOf(hunk, '+');
    at = start + hunk.length;
  }
  return hunks;
}

function endOfHunk(steps: readonly Step[], change: number): number {
  let last = change;
  for (let index = change; index < steps.length && index - last <= 2 * contextLines; index += 1) {
    if (steps[index]?.kind !== ' ') last = index;
  }
  return Math.min(steps.length, last + contextLines + 1);
}

function printHunk(hunk: readonly Step[], beforeLine: number, afterLine: number): string {
  const [removed, added] = [countOf(hunk, '-'), countOf(hunk, '+')];
  // An empty side is said to begin on the line before it.
  const range = (line: number, count: number) =>
    `${count === 0 ? line - 1 : line}${count === 1 ? '' : `,${count}`}`;
  const header = `@@ -${range(beforeLine, removed)} +${range(afterLine, added)} @@\n`;
  return (
    header +
    hunk.map(({ kind, line }) => kind + (line.endsWith('\n') ? line : `${line}\n${noNewline}`)).join('')
  );
}

const noNewline = '\\ No newline at end of file\n';

/** Lines on one side: those of that side alone, and those of both. */
function countOf(hunk: readonly Step[], side: '-' | '+'): number {
  return hunk.filter(({ kind }) => kind === side || kind === ' ').length;
}

function marked(kind: Step['kind'], lines: readonly string[]): readonly Step[] {
  return lines.map((line) => ({ kind, line }));
}

/** With their line breaks, so that a last line without one differs from one with. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
