/*
 * The two files of a project, read and written.
 */

import { join } from 'node:path';
import { CoppiceError } from '../../system/errors.js';
import type { Files } from '../../system/files.js';
import type { Lock } from '../lock/lock.js';
import { printLock } from '../lock/print-lock.js';
import { lockName, readLock } from '../lock/read-lock.js';
import type { Manifest } from '../manifest/manifest.js';
import { manifestName, readManifest } from '../manifest/read-manifest.js';

export function manifestIn(files: Files, project: string): Manifest {
  const content = files.read(join(project, manifestName));
  if (content !== undefined) return readManifest(new TextDecoder().decode(content.bytes));
  throw new CoppiceError('not-found', `there is no ${manifestName} in ${project}`, {
    hint: 'make one with `coppice init`',
  });
}

/** Undefined where there is none; also where it is damaged, if it is to be replaced as a whole. */
export function lockIn(files: Files, project: string, isReplaced = false): Lock | undefined {
  const content = files.read(join(project, lockName));
  if (content === undefined) return undefined;
  try {
    return readLock(new TextDecoder().decode(content.bytes));
  } catch (error) {
    if (isReplaced && error instanceof CoppiceError && error.code === 'bad-config') return undefined;
    throw error;
  }
}

export function writeLock(files: Files, project: string, lock: Lock): void {
  files.write(join(project, lockName), new TextEncoder().encode(printLock(lock)), { mode: 0o644 });
}
