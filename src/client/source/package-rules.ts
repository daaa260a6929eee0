/*
 * What the files of a package may be, wherever they come from: what a bundle may hold, so that a package that is installed
 * from a folder or a repository could as well be published. Refuses the whole, and names the file.
 */

import { entryPath, findPathClash } from '../../skill/bundle/entry-path.js';
import { badEntry, bundleTooLarge } from '../../skill/bundle/refusal.js';
import { isJunkFile } from '../../skill/package-names.js';
import { CoppiceError } from '../../text/errors.js';
import { compareTexts } from '../manifest/item-names.js';

export interface PackageEntry {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
}

/** The limits of a bundle; also how many entries may be looked at before there are too many. */
export const maxEntries = 1_000;
export const maxPackageBytes = 50 * 1024 * 1024;

/** Those that belong to the package, in the order of their paths. `where` is for messages. */
export function packageFiles<E extends PackageEntry>(entries: readonly E[], where: string): readonly E[] {
  const files = entries
    .filter(({ path }) => !isJunkFile(path))
    .map((entry) => ({ ...entry, path: entry.path.normalize('NFC') }));
  if (files.length > maxEntries) throw bundleTooLarge(`${where} has more than ${maxEntries} files`);
  for (const { path, kind } of files) {
    if (kind === 'link') throw badEntry(path, 'it is a link, and a package has none');
    if (kind === 'other') throw badEntry(path, 'it is no plain file');
    const checked = entryPath(new TextEncoder().encode(path), 'file');
    if (checked.kind === 'refused') throw badEntry(path, checked.fault);
  }
  const clash = findPathClash(files.map(({ path }) => ({ path, kind: 'file' })));
  if (clash !== undefined) throw badEntry(clash.path, clash.fault);
  if (!files.some(({ path }) => path === 'SKILL.md'))
    throw new CoppiceError('not-found', `there is no SKILL.md in ${where}`);
  return files.sort((a, b) => compareTexts(a.path, b.path));
}

export function requireSize(sizeBytes: number, where: string): void {
  if (sizeBytes > maxPackageBytes)
    throw bundleTooLarge(`the files in ${where} have more than ${maxPackageBytes} bytes together`);
}
