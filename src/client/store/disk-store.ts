/*
 * The store on the disk: `<home>/store/<HEX of the content digest>/`, and beside each folder a stamp of how it looked
 * when it was last hashed. Any number of processes may add the same package: it is written under a name of its own and
 * then renamed, which one of them wins, and it makes no difference which. Nobody waits for the new name to be durable:
 * should it be lost with the power, the package is not there, and is fetched again.
 */

import { skillDigest } from '../../skill/digest.js';
import type { Disk } from '../../system/disk/disk.js';
import { explained, faultCode, isAbsence } from '../../system/disk/disk-fault.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { CoppiceError } from '../../system/errors.js';
import { sha256Hex } from '../../system/hash.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { contentDigestOf } from './content-digest.js';
import { hasStamp, stampOf } from './entry-stamp.js';
import { removeEntry, writeEntry, writeNewFile } from './entry-write.js';
import type { Store, StoreFile } from './store.js';

/** `folder` is absolute, and made when the first package is put in. */
export function diskStore(folder: string, disk: Disk = nodeDisk, ids: Ids = randomIds): Store {
  const files = filesOn(disk);

  const find: Store['find'] = (contentDigest, check) => {
    const entry = `${folder}/${hexOf(contentDigest)}`;
    const remembered = readStamp(entry);
    if (check === 'stamp' && remembered !== undefined && hasStamp(files, entry, remembered)) return entry;
    const before = stampOf(files, entry);
    if (before === undefined || !hasDigest(entry, contentDigest)) return undefined;
    // What changed while it was hashed may have changed behind the reader.
    if (before !== remembered && before === stampOf(files, entry)) keepStamp(entry, before);
    return entry;
  };

  const hasDigest = (entry: string, contentDigest: string): boolean => {
    const outcome = skillDigest(entry, files, sha256Hex);
    return outcome.kind === 'digest' && outcome.digest === hexOf(contentDigest);
  };

  const readStamp = (entry: string): string | undefined => {
    const content = files.read(`${entry}.stamp`);
    return content && new TextDecoder().decode(content.bytes);
  };

  /** A stamp that is lost costs a hash: so nobody waits for it, and a store that is read-only has none. */
  const keepStamp = (entry: string, stamp: string): void => {
    const temporary = temporaryName();
    try {
      writeNewFile(disk, temporary, { bytes: new TextEncoder().encode(stamp), mode: 0o600, durable: false });
      disk.rename(temporary, `${entry}.stamp`);
    } catch (fault) {
      if (faultCode(fault) === undefined) throw fault;
      removeQuietly(temporary);
    }
  };

  const add: Store['add'] = (contentDigest, given) => {
    requireDigest(contentDigest, given);
    const entry = `${folder}/${hexOf(contentDigest)}`;
    const known = find(contentDigest, 'stamp');
    if (known !== undefined) return known;
    files.makeFolder(folder);
    explained(disk, 'store a package in', folder, () => {
      const temporary = temporaryName();
      try {
        writeEntry(disk, temporary, given);
        removeLeftBehind(temporary);
        // Whatever has the name now is damaged, or was put there by somebody who was faster.
        if (find(contentDigest, 'stamp') === undefined) moveAway(entry);
        putInPlace(temporary, entry);
      } catch (fault) {
        removeQuietly(temporary);
        throw fault;
      }
    });
    const stamp = stampOf(files, entry);
    if (stamp !== undefined) keepStamp(entry, stamp);
    return entry;
  };

  /** A folder takes the place of none that has something in it, so here somebody else may have been faster. */
  const putInPlace = (temporary: string, entry: string): void => {
    try {
      disk.rename(temporary, entry);
    } catch (fault) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(faultCode(fault) ?? '')) throw fault;
      removeQuietly(temporary);
    }
  };

  const moveAway = (entry: string): void => {
    const aside = temporaryName();
    try {
      disk.rename(entry, aside);
    } catch (fault) {
      if (!isAbsence(fault)) throw fault;
    }
    removeQuietly(aside);
  };

  /** What was interrupted: by its time, as the file system has it, an hour older than the folder just written. */
  const removeLeftBehind = (fresh: string): void => {
    const nowMs = disk.lstat(fresh)?.mtimeMs ?? 0;
    for (const { name } of disk.readdir(folder)) {
      const stat = isTemporary(name) ? disk.lstat(`${folder}/${name}`) : undefined;
      if (stat !== undefined && nowMs - stat.mtimeMs > hourMs) removeQuietly(`${folder}/${name}`);
    }
  };

  /** What cannot be removed now has no name that anybody looks for, and is tried again by a later add. */
  const removeQuietly = (path: string): void => {
    try {
      const kind = disk.lstat(path)?.kind;
      if (kind === 'folder') removeEntry(disk, path);
      else if (kind !== undefined) disk.unlink(path);
    } catch (fault) {
      if (faultCode(fault) === undefined) throw fault;
    }
  };

  const temporaryName = (): string => `${folder}/.coppice-${ids.next()}.tmp`;

  return {
    find,
    add,
    discard: (contentDigest) => {
      const entry = `${folder}/${hexOf(contentDigest)}`;
      explained(disk, 'remove', entry, () => moveAway(entry));
    },
    list: () =>
      (files.list(folder) ?? []).flatMap(({ name, kind }) =>
        kind === 'folder' && /^[0-9a-f]{64}$/.test(name) ? `sha256:${name}` : [],
      ),
  };
}

const hourMs = 3_600_000;

function isTemporary(name: string): boolean {
  return /^\.coppice-.*\.tmp$/.test(name);
}

/** It becomes the name of a folder. */
function hexOf(contentDigest: string): string {
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(contentDigest) ?? [];
  if (hex === undefined) throw new CoppiceError('bad-value', `${contentDigest} is not a content digest`);
  return hex;
}

function requireDigest(contentDigest: string, files: readonly StoreFile[]): void {
  if (contentDigestOf(files) === contentDigest) return;
  throw new CoppiceError('bad-bundle', `the files do not have the content digest ${contentDigest}`);
}
