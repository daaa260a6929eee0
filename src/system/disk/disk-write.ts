/*
 * Writes files atomically. The bytes go to a temporary file in the same folder and are made durable there; only then
 * is it renamed, in one step. A fault before that step removes the temporary file and leaves the old file; a fault
 * after it leaves the new bytes.
 */

import { dirname } from 'node:path';
import type { Ids } from '../ids.js';
import type { Disk, DiskStat } from './disk.js';
import { faultCode, systemFault } from './disk-fault.js';

interface Content {
  readonly bytes: Uint8Array;
  /** The mode of a new file. */
  readonly mode: number;
  /** True by default; false for what can be computed again. */
  readonly durable?: boolean;
}

/** Creates or replaces a file; mode and owner of an existing file are preserved. */
export function replaceFile(disk: Disk, ids: Ids, path: string, content: Content): void {
  const before = disk.lstat(path);
  if (before?.kind === 'folder') throw systemFault('EISDIR', 'write', path);
  if (before?.kind === 'other') throw systemFault('ENXIO', 'write', path);
  const temporary = temporaryBeside(path, ids);
  const replaced = before?.kind === 'file' ? before : undefined;
  putNew(disk, temporary, { ...content, replaced }, () => disk.rename(temporary, path));
  if (content.durable !== false) syncFolder(disk, dirname(path));
}

/** False when the name is taken. The name appears with all its bytes, because it is linked to a complete file. */
export function createFile(disk: Disk, ids: Ids, path: string, content: Content): boolean {
  const created = createUnsynced(disk, ids, path, content);
  if (created) syncFolder(disk, dirname(path));
  return created;
}

/** Returns the names that were free. */
export function createFiles(
  disk: Disk,
  ids: Ids,
  folder: string,
  contents: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const created = [...contents].filter(([name, bytes]) =>
    createUnsynced(disk, ids, `${folder}/${name}`, { bytes, mode: 0o600 }),
  );
  if (created.length > 0) syncFolder(disk, folder);
  return created.map(([name]) => name);
}

function createUnsynced(disk: Disk, ids: Ids, path: string, content: Content): boolean {
  if (disk.lstat(path) !== undefined) return false;
  const temporary = temporaryBeside(path, ids);
  const linked = putNew(disk, temporary, content, () => {
    const outcome = linkIfFree(disk, temporary, path);
    disk.unlink(temporary);
    return outcome;
  });
  return linked === 'unsupported' ? createInPlace(disk, path, content) : linked === 'linked';
}

/** Makes the names in a folder durable. */
export function syncFolder(disk: Disk, path: string): void {
  const fd = disk.open(path, 'folder');
  try {
    disk.fsync(fd);
  } finally {
    disk.close(fd);
  }
}

/** Not join(): it would resolve `link/..` as text and give another folder. */
function temporaryBeside(path: string, ids: Ids): string {
  return `${dirname(path)}/.coppice-${ids.next()}.tmp`;
}

interface NewContent extends Content {
  /** The file that is about to be replaced. */
  readonly replaced?: DiskStat | undefined;
}

/** Creates a new file, makes its content durable, and continues; a fault removes the file. */
function putNew<T>(disk: Disk, path: string, content: NewContent, next: () => T): T {
  const fd = disk.open(path, 'new', 0o600);
  try {
    fill(disk, fd, content);
    return next();
  } catch (fault) {
    discard(disk, path);
    throw fault;
  }
}

/** For file systems without hard links: the name appears before its bytes do. */
function createInPlace(disk: Disk, path: string, content: Content): boolean {
  try {
    return putNew(disk, path, content, () => true);
  } catch (fault) {
    if (faultCode(fault) === 'EEXIST') return false;
    throw fault;
  }
}

/** Owner and mode are set before the bytes are written, so that nobody else can read them. */
function fill(disk: Disk, fd: number, { bytes, mode, durable, replaced }: NewContent): void {
  try {
    const made = disk.fstat(fd);
    if (replaced !== undefined) keepOwner(disk, fd, made, replaced);
    const wantedMode = replaced?.mode ?? mode;
    if (wantedMode !== made.mode) disk.fchmod(fd, wantedMode);
    for (let written = 0; written < bytes.length; ) {
      const more = disk.write(fd, bytes.subarray(written));
      if (more === 0) throw systemFault('ERR_SHORT_WRITE', 'write');
      written += more;
    }
    if (durable !== false) disk.fsync(fd);
  } finally {
    disk.close(fd);
  }
}

/** Only the superuser can change the owner; for other users an edited file becomes their own. */
function keepOwner(disk: Disk, fd: number, made: DiskStat, replaced: DiskStat): void {
  if (replaced.uid === made.uid && replaced.gid === made.gid) return;
  try {
    disk.fchown(fd, replaced.uid, replaced.gid);
  } catch (fault) {
    // EINVAL: the owner does not exist in this user namespace.
    if (!['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS'].includes(faultCode(fault) ?? '')) throw fault;
  }
}

function linkIfFree(disk: Disk, existing: string, path: string): 'linked' | 'taken' | 'unsupported' {
  try {
    disk.link(existing, path);
    return 'linked';
  } catch (fault) {
    const code = faultCode(fault) ?? '';
    if (code === 'EEXIST') return 'taken';
    if (['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) return 'unsupported';
    throw fault;
  }
}

/** Called while another fault is being thrown: that one is reported, and not a second one from here. */
function discard(disk: Disk, path: string): void {
  try {
    disk.unlink(path);
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
  }
}
