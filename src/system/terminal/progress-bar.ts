/*
 * One line that shows how far a long task is: label, bar, percent and count, or only the count while the total is
 * not known. A narrow terminal loses the bar first, then the end of the label.
 */

import { cut, displayWidth } from './text-width.js';

export interface ProgressState {
  readonly label: string;
  readonly done: number;
  /** Left out while it is not known. */
  readonly total?: number;
}

interface ProgressLayout {
  readonly width: number;
  readonly unicode: boolean;
}

const longestBar = 30;
const shortestBar = 5;

export function progressBar({ label, done, total }: ProgressState, layout: ProgressLayout): string {
  if (total === undefined) return withoutBar(label, `${done}`, layout);
  const doneOf = (whole: number): number =>
    total > 0 ? Math.floor((whole * Math.min(done, total)) / total) : whole;
  const figures = `${doneOf(100)}% ${done}/${total}`;
  const length = Math.min(longestBar, layout.width - displayWidth(label) - figures.length - 2);
  if (length < shortestBar) return withoutBar(label, figures, layout);
  const [full, empty] = layout.unicode ? ['█', '░'] : ['#', '-'];
  const filled = doneOf(length);
  return `${label} ${full.repeat(filled)}${empty.repeat(length - filled)} ${figures}`;
}

function withoutBar(label: string, figures: string, layout: ProgressLayout): string {
  const shownLabel = cut(label, layout.width - figures.length - 1, layout);
  return cut(`${shownLabel} ${figures}`.trimStart(), layout.width, layout);
}
