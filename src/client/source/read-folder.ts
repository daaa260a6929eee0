/*
 * Reads the package in a local folder. Nothing is read through a link, not even through one that appears while the folder
 * is being read.
 */

import { readPackageFile } from '../../library/folders/package-files.js';
import { bundleTooLarge } from '../../skill/bundle/refusal.js';
import { isJunkFile } from '../../skill/package-names.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import {
  maxEntries,
  maxPackageBytes,
  type PackageEntry,
  packageFiles,
  requireSize,
} from '../rules/package-files.js';
import type { StoreFile } from '../store/store.js';

/** `shown` is the folder's name for messages. */
export function readFolder(files: Files, folder: string, shown: string = folder): readonly StoreFile[] {
  if (files.stat(folder)?.kind !== 'folder')
    throw new CoppiceError('not-found', `there is no folder ${shown}`, {
      hint: 'give the folder with the SKILL.md',
    });
  let sizeBytes = 0;
  return packageFiles(listed(files, folder, shown), shown).map(({ path, onDisk }) => {
    const content = readPackageFile(files, folder, onDisk, maxPackageBytes - sizeBytes + 1);
    const stat = files.stat(`${folder}/${onDisk}`, { follow: false });
    if (content === undefined || stat?.kind !== 'file')
      throw new CoppiceError('changed-on-disk', `${shown}/${path} was changed while it was being read`, {
        hint: 'try again',
      });
    sizeBytes += content.sizeBytes;
    requireSize(sizeBytes, shown);
    return { path, bytes: content.bytes, executable: (stat.mode & 0o100) !== 0 };
  });
}

interface ListedFile extends PackageEntry {
  /** The spelling on the disk, which may be decomposed. */
  readonly onDisk: string;
}

function listed(files: Files, folder: string, shown: string): readonly ListedFile[] {
  const found: ListedFile[] = [];
  const pending = [''];
  let seen = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const { name, kind } of files.list(at === '' ? folder : `${folder}/${at}`) ?? []) {
      const path = at === '' ? name : `${at}/${name}`;
      if (isJunkFile(path)) continue;
      seen += 1;
      if (seen > maxEntries) throw bundleTooLarge(`${shown} has more than ${maxEntries} files and folders`);
      if (kind === 'folder') pending.push(path);
      else found.push({ path, onDisk: path, kind });
    }
  }
  return found;
}
