/*
 * The last result of the schedule, in `<home>/schedule.json`, which only the status screen reads.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { unlessRefused } from '../../text/errors.js';
import { isCount, isMissingOr, isObject, isTime } from '../../text/shape.js';

export interface LastRun {
  readonly id: string;
  readonly at: number;
  readonly ok: boolean;
  /** Absent for a run of version 0.1.0. */
  readonly mode?: 'apply' | 'propose';
  /** Only for the first run that made proposals because no flag was given: the status screen says so once. */
  readonly isFirstUnstated?: true;
  readonly steps: readonly { readonly name: string; readonly exitCode: number }[];
}

interface HomeFiles {
  readonly files: Files;
  /** Coppice's home. */
  readonly home: string;
}

interface EndedRun extends Pick<LastRun, 'at' | 'ok' | 'steps'> {
  readonly runId: string;
  readonly mode: 'apply' | 'propose';
  /** Whether a flag said whether it writes. */
  readonly isStated: boolean;
}

export function saveLastRun(
  { files, home }: HomeFiles,
  { runId, at, ok, mode, isStated, steps }: EndedRun,
): void {
  const wasSaid = hasBeenSaid({ files, home });
  const lastRun: LastRun = {
    id: runId,
    at,
    ok,
    mode,
    ...(!isStated && !wasSaid && { isFirstUnstated: true }),
    steps: steps.map(({ name, exitCode }) => ({ name, exitCode })),
  };
  const hasUnstated = wasSaid || !isStated;
  writeJsonFile(files, homePaths(home).schedule, { lastRun, ...(hasUnstated && { hasUnstated }) });
}

/** Null before the first run, and for an unreadable file. */
export function readLastRun({ files, home }: HomeFiles): LastRun | null {
  const value = readJsonFile(files, homePaths(home).schedule)?.value;
  const run = isObject(value) ? value['lastRun'] : undefined;
  return isLastRun(run) ? run : null;
}

/** An unreadable file counts as one in which nothing was said. */
function hasBeenSaid({ files, home }: HomeFiles): boolean {
  const value = unlessRefused(() => readJsonFile(files, homePaths(home).schedule))?.value;
  return isObject(value) && value['hasUnstated'] === true;
}

function isLastRun(value: unknown): value is LastRun {
  if (!isObject(value)) return false;
  const { id, at, ok, mode, isFirstUnstated, steps } = value;
  return (
    typeof id === 'string' &&
    isTime(at) &&
    typeof ok === 'boolean' &&
    isMissingOr((one) => one === 'apply' || one === 'propose', mode) &&
    isMissingOr((one) => one === true, isFirstUnstated) &&
    Array.isArray(steps) &&
    steps.every((step) => isObject(step) && typeof step['name'] === 'string' && isCount(step['exitCode']))
  );
}

/** What the status screen says about how the last run worked; empty if there is nothing to say. */
export function runModeText({ mode, isFirstUnstated }: LastRun): string {
  if (mode === 'apply') return 'writes without asking (--apply)';
  if (mode === undefined) return '';
  return isFirstUnstated
    ? 'makes proposals only, unlike in earlier versions; to write without asking: coppice schedule install --apply --enable'
    : 'makes proposals only';
}
