/*
 * The curator's state between runs, in `<home>/curator.json`: the last run, and whether it is paused. It is read
 * strictly: a file that cannot be parsed might say "paused", so nothing is done then, and it is not overwritten.
 */

import type { Files } from '../system/files.js';
import { homePaths } from '../system/home.js';
import { readJsonFile, writeJsonFile } from '../system/json-file.js';
import { withLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import { isObject, isTime } from '../text/shape.js';
import type { CuratorState } from './rules/schedule.js';

export interface CuratorLocation {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

export function loadState({ files, home }: CuratorLocation): CuratorState {
  const path = homePaths(home).curator;
  const file = readJsonFile(files, path);
  return file === undefined ? { lastRun: null, paused: false } : checkedState(file.value, path);
}

/** Changes a part of the state; waits for another process that is changing it. */
export async function changeState(
  options: CuratorLocation,
  change: Partial<CuratorState>,
): Promise<CuratorState> {
  const { files, home } = options;
  const paths = homePaths(home);
  return await withLock(files, paths.lock('curator-state'), { timeoutMs: 10_000 }, () => {
    const state = { ...loadState(options), ...change };
    writeJsonFile(files, paths.curator, { version: formatVersion, ...state });
    return state;
  });
}

const formatVersion = 1;

function checkedState(value: unknown, path: string): CuratorState {
  if (isObject(value)) {
    const { version, lastRun, paused } = value;
    if (typeof version === 'number' && version > formatVersion) {
      throw new CoppiceError('newer-format', `${path} was written by a newer version of Coppice`, {
        hint: 'update Coppice',
      });
    }
    if (typeof paused === 'boolean' && lastRun === null) return { lastRun, paused };
    if (typeof paused === 'boolean' && isObject(lastRun)) {
      const { id, at } = lastRun;
      if (typeof id === 'string' && isTime(at)) return { lastRun: { id, at }, paused };
    }
  }
  throw new CoppiceError('state-damaged', `${path} is damaged, so earlier runs are not known`, {
    hint: 'move it away; the next run is then a preview, like a first run',
  });
}
