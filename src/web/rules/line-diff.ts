/*
 * What has to be removed and added, line by line, to make one text of another. The least is searched for up to a
 * number of differences: texts that have too little in common are shown as one replaced by the other, so that no text can
 * hold up the page.
 */

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** With its line break, where it has one. */
  readonly text: string;
  /** Counted from 1 in the text that has the line; in both for `same`. */
  readonly fromLine?: number;
  readonly toLine?: number;
}

export function diffLines(from: string, to: string): readonly DiffLine[] {
  const [before, after] = [linesOf(from), linesOf(to)];
  const [old, young] = numbered(before, after);
  const shorter = Math.min(old.length, young.length);
  let head = 0;
  while (head < shorter && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1;
  const middle = [old.subarray(head, old.length - tail), young.subarray(head, young.length - tail)] as const;
  const kinds: Kind[] = [
    ...repeated('same', head),
    ...(shortestWay(...middle) ?? [
      ...repeated('removed', middle[0].length),
      ...repeated('added', middle[1].length),
    ]),
    ...repeated('same', tail),
  ];
  return withLines(kinds, before, after);
}

type Kind = DiffLine['kind'];

/** Lines with their breaks, so that a last line without one differs from one with. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Equal lines get equal numbers: they are compared very often. */
function numbered(...texts: readonly (readonly string[])[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const [old = new Int32Array(), young = new Int32Array()] = texts.map((lines) =>
    Int32Array.from(lines, (line) => {
      const number = numbers.get(line) ?? numbers.size;
      numbers.set(line, number);
      return number;
    }),
  );
  return [old, young];
}

const maxDifferences = 1_000;

/**
 * Myers' greedy search. A point is x lines into `old` and y into `young`, on the diagonal k = x - y; for each number of
 * differences it keeps how far along every diagonal one comes. Undefined where that takes too many.
 */
function shortestWay(old: Int32Array, young: Int32Array): readonly Kind[] | undefined {
  const reached: Int32Array[] = [];
  for (let differences = 0; differences <= maxDifferences; differences += 1) {
    const row = new Int32Array(2 * differences + 1).fill(-1);
    reached.push(row);
    for (let k = -differences; k <= differences; k += 2) {
      let { x } = arrival(reached[differences - 1], differences, k, old.length, young.length);
      if (x === -1) continue;
      while (x < old.length && x - k < young.length && old[x] === young[x - k]) x += 1;
      row[k + differences] = x;
      if (x === old.length && x - k === young.length) return wayBack(reached, old.length, young.length);
    }
  }
  return undefined;
}

/** Where a diagonal is entered by one more difference, before any equal lines; x is -1 where it cannot be. */
function arrival(
  before: Int32Array | undefined,
  differences: number,
  k: number,
  oldLength: number,
  youngLength: number,
): { readonly x: number; readonly kind: 'removed' | 'added' } {
  if (!before) return { x: 0, kind: 'added' };
  const above = before[k + differences] ?? -1;
  const beside = before[k + differences - 2] ?? -1;
  const added = above === -1 || above - k > youngLength ? -1 : above;
  const removed = beside === -1 || beside === oldLength ? -1 : beside + 1;
  return removed > added ? { x: removed, kind: 'removed' } : { x: added, kind: 'added' };
}

function wayBack(reached: readonly Int32Array[], oldLength: number, youngLength: number): readonly Kind[] {
  const kinds: Kind[] = [];
  let [x, y] = [oldLength, youngLength];
  for (let differences = reached.length - 1; differences >= 0; differences -= 1) {
    const entered = arrival(reached[differences - 1], differences, x - y, oldLength, youngLength);
    for (; x > entered.x; x -= 1, y -= 1) kinds.push('same');
    if (differences === 0) break;
    kinds.push(entered.kind);
    if (entered.kind === 'removed') x -= 1;
    else y -= 1;
  }
  return kinds.reverse();
}

function withLines(
  kinds: readonly Kind[],
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  let [fromLine, toLine] = [0, 0];
  return kinds.map((kind) => {
    if (kind !== 'added') fromLine += 1;
    if (kind !== 'removed') toLine += 1;
    const text = (kind === 'added' ? after[toLine - 1] : before[fromLine - 1]) ?? '';
    if (kind === 'same') return { kind, text, fromLine, toLine };
    return kind === 'removed' ? { kind, text, fromLine } : { kind, text, toLine };
  });
}

function repeated(kind: Kind, count: number): readonly Kind[] {
  return Array.from({ length: count }, () => kind);
}
