/*
 * The store on the disk: `<home>/store/<HEX of the content digest>/`, and a verification cache. Any number of processes
 * may add the same package: each writes it under a temporary name and renames it, and it does not matter which one wins.
 * The new name need not be durable: if it is lost in a power failure, the package is fetched again. Files that somebody
 * changed as root are moved to `changed-*` in the store, and not removed.
 */

import { skillDigest } from '../../skill/digest.js';
import { type BatchDisk, nodeBatchDisk } from '../../system/disk/batch-disk.js';
import { faultCode, isAbsence } from '../../system/disk/disk-fault.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { OnSetAside, Store, StoreFile } from './store.js';
import { contentDigestOf } from './store.js';
import { hasStamp, stampOf, verificationCache } from './verification-cache.js';
import { entryWriter, removeQuietly } from './write-entries.js';

/** `folder` is absolute, and created with the first package. */
export function diskStore(folder: string, disk: BatchDisk = nodeBatchDisk, ids: Ids = randomIds): Store {
  const files = filesOn(disk);
  const stamps = verificationCache(files, `${folder}/stamps`);

  const find: Store['find'] = (contentDigest, check) => {
    const entry = `${folder}/${hexOf(contentDigest)}`;
    const remembered = stamps.get(hexOf(contentDigest));
    if (check === 'stamp' && remembered !== undefined && hasStamp(files, entry, remembered)) return entry;
    const before = stampOf(files, entry);
    if (before === undefined || !hasDigest(entry, contentDigest)) return undefined;
    // A change during hashing may have happened in a part that was already read.
    if (before !== remembered && before === stampOf(files, entry))
      stamps.save(new Map([[hexOf(contentDigest), before]]));
    return entry;
  };

  const hasDigest = (entry: string, contentDigest: string): boolean => {
    const outcome = skillDigest(entry, files, sha256Hex);
    return outcome.kind === 'digest' && outcome.digest === hexOf(contentDigest);
  };

  /** The stamp of the new entry; undefined if another process was faster. */
  const putInPlace = (
    temporary: string,
    contentDigest: string,
    onSetAside: OnSetAside,
  ): string | undefined => {
    const entry = `${folder}/${hexOf(contentDigest)}`;
    // An existing entry is damaged, or another process was faster.
    if (disk.lstat(entry) !== undefined && find(contentDigest, 'stamp') === undefined) {
      const keptIn = `${folder}/changed-${ids.next()}`;
      if (moveAway(entry, keptIn)) onSetAside(contentDigest, keptIn);
    }
    try {
      disk.rename(temporary, entry);
    } catch (fault) {
      // A rename does not replace a folder with content, so another process may have been faster here too.
      if (!['ENOTEMPTY', 'EEXIST'].includes(faultCode(fault) ?? '')) throw fault;
      removeQuietly(disk, temporary);
      return undefined;
    }
    return stampOf(files, entry);
  };

  const putAllInPlace = (paths: ReadonlyMap<string, string>, onSetAside: OnSetAside): void => {
    const placed = new Map<string, string>();
    try {
      for (const [temporary, contentDigest] of paths) {
        const stamp = putInPlace(temporary, contentDigest, onSetAside);
        if (stamp !== undefined) placed.set(hexOf(contentDigest), stamp);
      }
    } finally {
      if (placed.size > 0) stamps.save(placed);
    }
  };

  /** False if another process was faster. */
  const moveAway = (entry: string, to: string): boolean => {
    try {
      disk.rename(entry, to);
      return true;
    } catch (fault) {
      if (!isAbsence(fault)) throw fault;
      return false;
    }
  };

  return {
    find,
    adding: (onSetAside = () => undefined) => {
      const has = (contentDigest: string) => find(contentDigest, 'stamp') !== undefined;
      const { add, finish } = entryWriter({
        disk,
        folder,
        makeFolder: () => files.makeFolder(folder),
        temporaryPath: () => `${folder}/.coppice-${ids.next()}.tmp`,
        has,
        putAllInPlace: (paths) => putAllInPlace(paths, onSetAside),
      });
      return {
        add: async (contentDigest, given) => {
          requireDigest(contentDigest, given);
          await add(contentDigest, given);
        },
        finish,
      };
    },
    list: () =>
      (files.list(folder) ?? []).flatMap(({ name, kind }) =>
        kind === 'folder' && /^[0-9a-f]{64}$/.test(name) ? `sha256:${name}` : [],
      ),
  };
}

/** The name of the folder. */
function hexOf(contentDigest: string): string {
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(contentDigest) ?? [];
  if (hex === undefined) throw new CoppiceError('bad-value', `${contentDigest} is not a content digest`);
  return hex;
}

function requireDigest(contentDigest: string, files: readonly StoreFile[]): void {
  if (contentDigestOf(files) === contentDigest) return;
  throw new CoppiceError('bad-bundle', `the files do not have the content digest ${contentDigest}`);
}
