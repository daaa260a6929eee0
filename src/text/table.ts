/*
 * Prints rows of text as aligned lines that fit the terminal. If they are too wide, the flexible columns shrink, the
 * widest first; if that is not enough, the lines are cut.
 */

import { cut, displayWidth } from './width.js';

interface TableLayout {
  readonly columns: readonly Column[];
  /** The maximum width of a line; Infinity to cut nothing. */
  readonly width: number;
  readonly unicode?: boolean;
}

export interface Column {
  /** Headers are printed if any column has one. */
  readonly header?: string;
  readonly align?: 'left' | 'right';
  readonly flexible?: boolean;
}

type Row = readonly string[];

/** The lines, without trailing spaces. Cells may have colours; a line break or tab in one becomes a space. */
export function table(rows: readonly Row[], layout: TableLayout): string[] {
  const { columns, width } = layout;
  const hasHeader = columns.some((column) => column.header !== undefined);
  const lines = hasHeader ? [columns.map((column) => column.header ?? ''), ...rows] : rows;
  const cells = lines.map((line) => columns.map((_, index) => oneLine(line[index] ?? '')));
  const widths = fittingWidths(cells, columns, width);
  return cells.map((line) => {
    const aligned = line.map((cell, index) => {
      const room = widths[index] ?? 0;
      const shown = cut(cell, room, layout);
      const padding = ' '.repeat(room - displayWidth(shown));
      return columns[index]?.align === 'right' ? padding + shown : shown + padding;
    });
    return cut(aligned.join(gap).trimEnd(), width, layout);
  });
}

/** The width of the lines if no column shrinks. */
export function tableWidth(lines: readonly Row[]): number {
  const columns = lines[0]?.length ?? 0;
  return naturalWidths(lines, columns).reduce((sum, each) => sum + each, gapsBetween(columns));
}

const gap = '  ';

function gapsBetween(columns: number): number {
  return gap.length * Math.max(0, columns - 1);
}

function naturalWidths(cells: readonly Row[], columns: number): number[] {
  return Array.from({ length: columns }, (_, index) =>
    cells.reduce((max, line) => Math.max(max, displayWidth(line[index] ?? '')), 0),
  );
}

function fittingWidths(cells: readonly Row[], columns: readonly Column[], width: number): number[] {
  const natural = naturalWidths(cells, columns.length);
  const gaps = gapsBetween(columns.length);
  const fixed = natural.reduce((sum, each, index) => (columns[index]?.flexible ? sum : sum + each), gaps);
  const flexible = natural.filter((_, index) => columns[index]?.flexible);
  const limit = commonLimit(flexible, width - fixed);
  return natural.map((each, index) => (columns[index]?.flexible ? Math.min(each, limit) : each));
}

/** The maximum width per column so that all fit: columns that need less leave the rest to the others. */
function commonLimit(widths: readonly number[], available: number): number {
  let room = available;
  let left = widths.length;
  for (const narrowest of widths.toSorted((a, b) => a - b)) {
    const share = Math.floor(room / left);
    if (narrowest > share) return Math.max(1, share);
    room -= narrowest;
    left -= 1;
  }
  return Number.POSITIVE_INFINITY;
}

function oneLine(cell: string): string {
  return cell.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ');
}
