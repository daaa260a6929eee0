/*
 * Shows on stderr how far a long task is, on a terminal that can redraw a line, and prints nothing anywhere else.
 * It draws at most every 80 ms however often it is told, and leaves no trace when it ends.
 */

import { type ProgressState, progressBar } from './progress-bar.js';
import type { Terminal } from './terminal.js';

export interface Progress {
  update(state: ProgressState): void;
  /** Takes the line away; the terminal is free for other output. */
  end(): void;
}

const redrawMs = 80;
const clearLine = '\r\x1B[K';

/** `elapsedMs` is any clock that never goes back; it decides only what is drawn. */
export function showProgress(terminal: Terminal, elapsedMs = () => performance.now()): Progress {
  const { stderr, unicode } = terminal;
  let drawnAt: number | undefined;
  return {
    update: (state) => {
      if (!stderr.canRedraw) return;
      const now = elapsedMs();
      if (drawnAt !== undefined && now - drawnAt < redrawMs) return;
      drawnAt = now;
      // The last column stays free: some terminals wrap as soon as it is filled.
      stderr.write(clearLine + progressBar(state, { width: stderr.width - 1, unicode }));
    },
    end: () => {
      if (drawnAt !== undefined) stderr.write(clearLine);
      drawnAt = undefined;
    },
  };
}
