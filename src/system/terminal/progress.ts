/*
 * Shows the progress of a long task on stderr if the terminal can redraw a line, and prints nothing otherwise. It
 * draws at most every 80 ms, and leaves no trace when it ends.
 */

import { cut, displayWidth } from '../../text/width.js';
import type { Terminal } from './terminal.js';

export interface Progress {
  update(state: ProgressState): void;
  /** Removes the line, so that other output can follow. */
  end(): void;
}

const redrawMs = 80;
const clearLine = '\r\x1B[K';

interface ProgressOptions {
  /** Any clock that never goes back; it only decides when to draw. */
  readonly elapsedMs?: () => number;
  /** Nothing is drawn before, for a task that is mostly done at once. */
  readonly quietMs?: number;
}

export function showProgress(
  terminal: Terminal,
  { elapsedMs = () => performance.now(), quietMs = 0 }: ProgressOptions = {},
): Progress {
  const startedAt = elapsedMs();
  let drawnAt: number | undefined;
  return {
    update: (state) => {
      // Only now: a stream takes milliseconds to open.
      const { stderr, unicode } = terminal;
      if (!stderr.canRedraw) return;
      const now = elapsedMs();
      if (now - startedAt < quietMs || (drawnAt !== undefined && now - drawnAt < redrawMs)) return;
      drawnAt = now;
      // The last column stays free: some terminals wrap as soon as it is filled.
      stderr.write(clearLine + progressBar(state, { width: stderr.width - 1, unicode }));
    },
    end: () => {
      if (drawnAt !== undefined) terminal.stderr.write(clearLine);
      drawnAt = undefined;
    },
  };
}

export interface ProgressState {
  readonly label: string;
  readonly done: number;
  /** Undefined while it is not known. */
  readonly total?: number;
}

interface ProgressLayout {
  readonly width: number;
  readonly unicode: boolean;
}

const maxBarLength = 30;
const minBarLength = 5;

/**
 * One line with label, bar, percent and count, or only the count while the total is not known. A narrow terminal loses
 * the bar first, then the end of the label.
 */
export function progressBar({ label, done, total }: ProgressState, layout: ProgressLayout): string {
  if (total === undefined) return withoutBar(label, `${done}`, layout);
  const doneOf = (whole: number): number =>
    total > 0 ? Math.floor((whole * Math.min(done, total)) / total) : whole;
  const figures = `${doneOf(100)}% ${done}/${total}`;
  const length = Math.min(maxBarLength, layout.width - displayWidth(label) - figures.length - 2);
  if (length < minBarLength) return withoutBar(label, figures, layout);
  const [full, empty] = layout.unicode ? ['█', '░'] : ['#', '-'];
  const filled = doneOf(length);
  return `${label} ${full.repeat(filled)}${empty.repeat(length - filled)} ${figures}`;
}

function withoutBar(label: string, figures: string, layout: ProgressLayout): string {
  const shownLabel = cut(label, layout.width - figures.length - 1, layout);
  return cut(`${shownLabel} ${figures}`.trimStart(), layout.width, layout);
}
