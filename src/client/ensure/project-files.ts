/*
 * Reads and writes the two files of a project: the manifest and the lock.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { Lock } from '../rules/lock.js';
import { lockHeader, lockName, printLock, readLock } from '../rules/lock.js';
import type { Manifest } from '../rules/manifest.js';
import { manifestName, readManifest } from '../rules/manifest.js';

export function manifestIn(files: Files, project: string): Manifest {
  const content = files.read(join(project, manifestName));
  if (content !== undefined) return readManifest(new TextDecoder().decode(content.bytes));
  throw new CoppiceError('not-found', `there is no ${manifestName} in ${project}`, {
    hint: 'create one with: coppice init',
  });
}

/** Undefined if there is none; also if it is damaged and will be replaced as a whole. */
export function lockIn(files: Files, project: string, isReplaced = false): Lock | undefined {
  const content = files.read(join(project, lockName));
  if (content === undefined) return undefined;
  try {
    return readLock(new TextDecoder().decode(content.bytes));
  } catch (error) {
    if (isReplaced && hasCode(error, 'bad-config')) return undefined;
    throw error;
  }
}

export function writeLock(files: Files, project: string, lock: Lock): void {
  files.write(join(project, lockName), new TextEncoder().encode(printLock(lock)), { mode: 0o644 });
}

/** Undefined if there is none. */
export function lockBytes(files: Files, project: string): Uint8Array | undefined {
  return files.read(join(project, lockName))?.bytes;
}

export function restoreLock(files: Files, project: string, bytes: Uint8Array | undefined): void {
  if (bytes === undefined) files.remove(join(project, lockName));
  else files.write(join(project, lockName), bytes, { mode: 0o644 });
}

/**
 * Removes temporary files of an ensure that was killed while it wrote the lock. They are recognised by their first line:
 * a file with such a name may also be a manifest that is being written now, and so may an empty one, but not for a
 * minute. The caller holds the project's lock.
 */
export function removeStaleLocks(files: Files, project: string): void {
  const nowMs = files.stat(join(project, lockName))?.mtimeMs ?? 0;
  for (const { name, kind } of files.list(project) ?? []) {
    if (kind !== 'file' || !/^\.coppice-[\da-z-]+\.tmp$/.test(name)) continue;
    const path = join(project, name);
    const content = files.read(path, { maxBytes: lockHeader.length });
    if (content === undefined) continue;
    const head = new TextDecoder().decode(content.bytes);
    const isLeft = head === '' ? nowMs - content.stat.mtimeMs > minuteMs : lockHeader.startsWith(head);
    if (isLeft) files.remove(path);
  }
}

const minuteMs = 60_000;
