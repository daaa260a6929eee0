/*
 * What may show purged evidence and could not be looked through or rewritten. It is told and stops nothing else: the
 * user can delete it.
 */

import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';

export interface Unreadable {
  /** Below the home. */
  readonly file: string;
  /** The code of the fault, or what is wrong with it. */
  readonly reason: string;
}

/** Does it; if the disk refuses, that is what comes back. */
export function unlessUnreadable(file: string, act: () => void): readonly Unreadable[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [{ file, reason: error.code }];
  }
}

/** Temporary files of a process that was ended while it wrote; it may as well be writing still. */
export function unfinishedFiles(
  { files, home }: { readonly files: Files; readonly home: string },
  folder: string,
): readonly Unreadable[] {
  return (files.list(`${home}/${folder}`) ?? [])
    .filter(({ name }) => /^\.coppice-.*\.tmp$/.test(name))
    .map(({ name }) => ({ file: `${folder}/${name}`, reason: 'unfinished' }));
}
