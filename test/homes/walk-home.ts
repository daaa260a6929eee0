/*
 * The walk through a whole home: follow the screen until it is clean, see that no byte is lost, undo everything, and see
 * that the home is as it was.
 */

import { lostFiles, readTree } from './tree.js';
import { followTheScreen, type RunCoppice, type Walk } from './walk.js';

export interface WalkedHome extends Walk {
  /** Files whose bytes were neither on the disk nor stored after the walk. */
  readonly lost: readonly string[];
  /** The paths that differ from before after everything was undone. */
  readonly differing: readonly string[];
}

/** The commands that `next` may name before the screen has to be clean. */
const maxCommands = 8;

export function walkThrough(folder: string, run: RunCoppice): WalkedHome {
  const before = readTree(folder);
  const walk = followTheScreen(run, maxCommands);
  const lost = lostFiles(folder, before);
  undoEverything(run);
  const after = readTree(folder);
  const paths = new Set([...before.keys(), ...after.keys()]);
  const differing = [...paths].filter((path) => before.get(path) !== after.get(path));
  return { ...walk, lost, differing };
}

/** Change by change, the newest first, until there is nothing left. */
function undoEverything(run: RunCoppice): void {
  for (let count = 0; count < 1000; count += 1) {
    const { code } = run(['undo', '--yes']);
    if (code !== 0) return;
  }
}
