/*
 * The walk through a whole home: follow the screen until it is clean, see that no byte is lost, undo everything, and see
 * that the home is as it was.
 */

import { lostFiles, readTree } from './tree.js';
import { followTheScreen, type RunCoppice, type Walk } from './walk.js';

export interface WalkedHome extends Walk {
  /** Files whose bytes were neither on the disk nor stored after the walk. */
  readonly lost: readonly string[];
  /** How many changes and runs were taken back. */
  readonly undone: number;
  /** The paths that differ from before after everything was undone. */
  readonly differing: readonly string[];
}

/** The commands that `next` may name before the screen has to be clean. */
const maxCommands = 8;

export function walkThrough(folder: string, run: RunCoppice): WalkedHome {
  const before = readTree(folder);
  const walk = followTheScreen(run, maxCommands);
  const lost = lostFiles(folder, before);
  const undone = undoEverything(run);
  const after = readTree(folder);
  const paths = new Set([...before.keys(), ...after.keys()]);
  const differing = [...paths].filter((path) => before.get(path) !== after.get(path));
  return { ...walk, lost, undone, differing };
}

/** Change by change, the newest first, until there is nothing left. */
function undoEverything(run: RunCoppice): number {
  for (let count = 0; ; count += 1) {
    const { code, stderr } = run(['undo', '--yes']);
    if (code === 0) continue;
    if (!stderr.includes('there is no change to undo')) throw new Error(`undo failed: ${stderr}`);
    return count;
  }
}
