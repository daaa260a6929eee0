/*
 * How bytes get under a name, all or nothing. They are written to a temporary file beside it and made durable there;
 * only then does the name change, in one step. A fault before that step removes the temporary file and leaves the
 * name as it was; a fault after it leaves the new bytes.
 */

import { dirname } from 'node:path';
import type { Ids } from '../ids.js';
import type { Disk, DiskStat } from './disk.js';
import { faultCode, systemFault } from './disk-fault.js';

interface Content {
  readonly bytes: Uint8Array;
  /** For a file that did not exist. */
  readonly mode: number;
}

/** Creates or replaces; mode and owner of a file that was there are kept. */
export function replaceFile(disk: Disk, ids: Ids, path: string, content: Content): void {
  const before = disk.lstat(path);
  if (before?.kind === 'folder') throw systemFault('EISDIR', 'write', path);
  if (before?.kind === 'other') throw systemFault('ENXIO', 'write', path);
  const temporary = temporaryBeside(path, ids);
  const kept = before?.kind === 'file' ? before : undefined;
  putNew(disk, temporary, { ...content, kept }, () => disk.rename(temporary, path));
  syncFolder(disk, dirname(path));
}

/** False when the name is taken. The name appears with all its bytes, because it is a second name of a whole file. */
export function createFile(disk: Disk, ids: Ids, path: string, content: Content): boolean {
  const created = createUnsynced(disk, ids, path, content);
  if (created) syncFolder(disk, dirname(path));
  return created;
}

/** The names that were free. */
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

/** Not join(): it would resolve `link/..` by the text and end up in another folder. */
function temporaryBeside(path: string, ids: Ids): string {
  return `${dirname(path)}/.coppice-${ids.next()}.tmp`;
}

interface NewContent extends Content {
  /** The file that is about to be replaced. */
  readonly kept?: DiskStat | undefined;
}

/** Makes a new file, durable but for its name, and goes on; a fault on the way removes it. */
function putNew<T>(disk: Disk, path: string, content: NewContent, goOn: () => T): T {
  const fd = disk.open(path, 'new', 0o600);
  try {
    fill(disk, fd, content);
    return goOn();
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

/** Owner and mode come before the bytes: nobody may read them who could not before. */
function fill(disk: Disk, fd: number, { bytes, mode, kept }: NewContent): void {
  try {
    const made = disk.fstat(fd);
    if (kept !== undefined) keepOwner(disk, fd, made, kept);
    const wantedMode = kept?.mode ?? mode;
    if (wantedMode !== made.mode) disk.fchmod(fd, wantedMode);
    for (let written = 0; written < bytes.length; ) {
      const more = disk.write(fd, bytes.subarray(written));
      if (more === 0) throw systemFault('ERR_SHORT_WRITE', 'write');
      written += more;
    }
    disk.fsync(fd);
  } finally {
    disk.close(fd);
  }
}

/** Only the superuser may give a file away; for others an edited file becomes their own. */
function keepOwner(disk: Disk, fd: number, made: DiskStat, kept: DiskStat): void {
  if (kept.uid === made.uid && kept.gid === made.gid) return;
  try {
    disk.fchown(fd, kept.uid, kept.gid);
  } catch (fault) {
    // EINVAL: the owner has no number in this user namespace.
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

/** Called while another fault is on its way up: that one is reported, not a second one met here. */
function discard(disk: Disk, path: string): void {
  try {
    disk.unlink(path);
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
  }
}
