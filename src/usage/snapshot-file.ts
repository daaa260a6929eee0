/*
 * The snapshot on disk. When it is missing or damaged its copy is used: the journal is kept from the copy's position on,
 * so nothing is lost. Only when both are damaged are the valid records recovered from one of them. A damaged file is
 * never overwritten: the process that finds it moves it aside.
 */

import { basename, join } from 'node:path';

import type { Files } from '../system/files.js';
import { checksumOf, withChecksum } from '../text/checksum.js';
import { rotatedGenerations, type UsagePaths } from './journal-file.js';
import { usageOf } from './rules/apply-journal.js';
import { type ParsedSnapshot, parseSnapshot, printSnapshot, type Snapshot } from './rules/snapshot.js';

export interface LoadedSnapshot {
  readonly snapshot: Snapshot;
  /** Whether a newer version wrote it. */
  readonly newer: boolean;
  /** The paths of damaged files. */
  readonly damaged: readonly string[];
  /** The damaged file from which the records were recovered, if both are damaged. */
  readonly salvagedFrom: string | undefined;
}

export function loadSnapshot(files: Pick<Files, 'read' | 'list'>, paths: UsagePaths): LoadedSnapshot {
  const damaged: string[] = [];
  let salvage: { readonly path: string; readonly snapshot: Snapshot } | undefined;
  for (const path of [paths.snapshot, paths.copy]) {
    const parsed = readSnapshot(files, path);
    if (parsed === undefined) continue;
    if (parsed.kind !== 'damaged') {
      const snapshot = parsed.snapshot ?? emptySnapshot(files, paths);
      return { snapshot, newer: parsed.kind === 'newer', damaged, salvagedFrom: undefined };
    }
    damaged.push(path);
    if (parsed.snapshot !== undefined) salvage ??= { path, snapshot: parsed.snapshot };
  }
  const snapshot = salvage?.snapshot ?? emptySnapshot(files, paths);
  return { snapshot, newer: false, damaged, salvagedFrom: salvage?.path };
}

/**
 * Moves damaged files aside. The caller holds the lock, so that no file is moved that was replaced in the meantime. What
 * is recovered from one of two damaged files is written over the other before the first is moved.
 */
export function setDamagedAside(files: Files, paths: UsagePaths, now: number): void {
  const { snapshot, damaged, salvagedFrom } = loadSnapshot(files, paths);
  for (const path of damaged) if (path !== salvagedFrom) setAside(files, path, now);
  if (salvagedFrom === undefined) return;
  const other = salvagedFrom === paths.snapshot ? paths.copy : paths.snapshot;
  files.write(other, new TextEncoder().encode(withChecksum(printSnapshot(snapshot))));
  setAside(files, salvagedFrom, now);
}

/** All files that were ever moved aside. */
export function damagedFiles(files: Pick<Files, 'list'>, paths: UsagePaths): readonly string[] {
  const marks = [paths.snapshot, paths.copy].map((path) => basename(path) + asideMark);
  return (files.list(paths.folder) ?? [])
    .filter(({ name }) => marks.some((mark) => name.startsWith(mark)))
    .map(({ name }) => join(paths.folder, name));
}

const asideMark = '.corrupt-';

function readSnapshot(files: Pick<Files, 'read'>, path: string): ParsedSnapshot | undefined {
  const content = files.read(path);
  if (content === undefined) return undefined;
  const parsed = parseSnapshot(new TextDecoder().decode(content.bytes));
  // Whatever its version: one flipped bit may also have changed that.
  return checksumOf(content.bytes) === 'wrong' ? { kind: 'damaged', snapshot: parsed.snapshot } : parsed;
}

/** Without a snapshot, the journal counts from its oldest remaining generation. */
function emptySnapshot(files: Pick<Files, 'list'>, paths: UsagePaths): Snapshot {
  const [generation = 1] = rotatedGenerations(files, paths);
  return { usage: usageOf([]), folded: { generation, offset: 0, rotated: [] } };
}

function setAside(files: Files, path: string, now: number): void {
  const name = `${path}${asideMark}${new Date(now).toISOString().replaceAll(':', '-')}`;
  let free = name;
  for (let number = 2; files.stat(free, { follow: false }) !== undefined; number += 1)
    free = `${name}-${number}`;
  files.rename(path, free);
}
