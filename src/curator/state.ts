/*
 * What the curator remembers between runs, in `<home>/curator.json`: the last run, and whether it is paused. It is read
 * strictly: a file that cannot be understood might say "paused", so nothing is done then, and it is not overwritten.
 */

import type { Files } from '../system/files.js';
import { acquireLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { isObject, isTime } from '../text/shape.js';
import type { CuratorState } from './rules/schedule.js';

export interface CuratorLocation {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

export function loadState({ files, home }: CuratorLocation): CuratorState {
  const file = files.read(statePath(home));
  return file === undefined
    ? { lastRun: null, paused: false }
    : parseState(new TextDecoder().decode(file.bytes), home);
}

/** Changes a part of it; whoever changes the other part at the same time is waited for. */
export async function changeState(
  place: CuratorLocation,
  change: Partial<CuratorState>,
): Promise<CuratorState> {
  const { files, home } = place;
  files.makeFolder(`${home}/locks`);
  const lock = await acquireLock(files, `${home}/locks/curator-state`, { timeoutMs: 10_000 });
  try {
    const state = { ...loadState(place), ...change };
    const text = `${JSON.stringify({ version: formatVersion, ...state }, null, 2)}\n`;
    files.write(statePath(home), new TextEncoder().encode(text));
    return state;
  } finally {
    lock.release();
  }
}

const formatVersion = 1;

function statePath(home: string): string {
  return `${home}/curator.json`;
}

function parseState(text: string, home: string): CuratorState {
  const value = parseJson(text);
  if (isObject(value)) {
    const { version, lastRun, paused } = value;
    if (typeof version === 'number' && version > formatVersion) {
      throw new CoppiceError('newer-format', `${statePath(home)} was written by a newer version of Coppice`, {
        hint: 'update Coppice',
      });
    }
    if (typeof paused === 'boolean' && lastRun === null) return { lastRun, paused };
    if (typeof paused === 'boolean' && isObject(lastRun)) {
      const { id, at } = lastRun;
      if (typeof id === 'string' && isTime(at)) return { lastRun: { id, at }, paused };
    }
  }
  throw new CoppiceError('state-damaged', `${statePath(home)} is damaged, so it is not known what was done`, {
    hint: 'move it away: the next run then only looks, as if it were the first',
  });
}
