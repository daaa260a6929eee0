/*
 * The last result of the schedule, in `<home>/schedule.json`, which only the status screen reads.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { isCount, isObject, isTime } from '../../text/shape.js';

export interface LastRun {
  readonly id: string;
  readonly at: number;
  readonly ok: boolean;
  readonly steps: readonly { readonly name: string; readonly exitCode: number }[];
}

interface HomeFiles {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

export function saveLastRun(
  { files, home }: HomeFiles,
  { runId, at, ok, steps }: Omit<LastRun, 'id'> & { readonly runId: string },
): void {
  const lastRun: LastRun = {
    id: runId,
    at,
    ok,
    steps: steps.map(({ name, exitCode }) => ({ name, exitCode })),
  };
  writeJsonFile(files, homePaths(home).schedule, { lastRun });
}

/** Null before the first run, and for an unreadable file. */
export function readLastRun({ files, home }: HomeFiles): LastRun | null {
  const value = readJsonFile(files, homePaths(home).schedule)?.value;
  const run = isObject(value) ? value['lastRun'] : undefined;
  return isLastRun(run) ? run : null;
}

function isLastRun(value: unknown): value is LastRun {
  if (!isObject(value)) return false;
  const { id, at, ok, steps } = value;
  return (
    typeof id === 'string' &&
    isTime(at) &&
    typeof ok === 'boolean' &&
    Array.isArray(steps) &&
    steps.every((step) => isObject(step) && typeof step['name'] === 'string' && isCount(step['exitCode']))
  );
}
