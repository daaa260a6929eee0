/*
 * Where a usage store keeps what: `usage.json` (the snapshot), its copy, `usage.journal`, the generations of the
 * journal that were set aside (`usage.journal.7`), and the lock of whoever changes anything but the journal's end.
 */

import { basename, dirname } from 'node:path';

import type { Files } from '../system/files.js';

export interface UsagePaths {
  readonly folder: string;
  readonly snapshot: string;
  /** The same bytes as the snapshot, written right after it. */
  readonly copy: string;
  readonly journal: string;
  readonly lock: string;
  rotated(generation: number): string;
}

export function usagePaths(snapshot: string, lock = `${snapshot}.lock`): UsagePaths {
  const journal = `${snapshot.replace(/\.json$/, '')}.journal`;
  return {
    folder: dirname(snapshot),
    snapshot,
    copy: `${snapshot}.bak`,
    journal,
    lock,
    rotated: (generation) => `${journal}.${generation}`,
  };
}

/** The generations that are set aside on the disk, oldest first. */
export function rotatedGenerations(files: Pick<Files, 'list'>, paths: UsagePaths): readonly number[] {
  const prefix = `${basename(paths.journal)}.`;
  return (files.list(paths.folder) ?? [])
    .filter(({ name }) => name.startsWith(prefix) && /^\d{1,15}$/.test(name.slice(prefix.length)))
    .map(({ name }) => Number(name.slice(prefix.length)))
    .sort((left, right) => left - right);
}
