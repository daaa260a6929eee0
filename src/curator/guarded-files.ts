/*
 * Files that notice every refused reading, whoever swallows it. Many readers take a refusal of the disk for absence,
 * which is right for a listing, and wrong for whoever acts on what it does not show.
 */

import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';

/** Tells of each refused reading before it is thrown. A looping link is no news: nothing is behind it. */
export function watchedFiles(files: Files, notice: (fault: CoppiceError) => void): Files {
  const noticed = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      if (error instanceof CoppiceError && error.code !== 'path-unsafe') notice(error);
      throw error;
    }
  };
  return {
    read: (path, range) => noticed(() => files.read(path, range)),
    list: (path) => noticed(() => files.list(path)),
    stat: (path, options) => noticed(() => files.stat(path, options)),
    realPath: (path) => noticed(() => files.realPath(path)),
    openFolder: (path) => files.openFolder(path),
    write: (path, bytes, options) => files.write(path, bytes, options),
    create: (path, bytes, options) => files.create(path, bytes, options),
    createAll: (folder, contents) => files.createAll(folder, contents),
    append: (path, bytes, options) => files.append(path, bytes, options),
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    makeFolder: (path, mode) => files.makeFolder(path, mode),
  };
}

/*
 * Files for a dry run: nothing can be written, whatever is called with them.
 */

export function readOnlyFiles(files: Files): Files {
  const refuse = (path: string): never => {
    throw new CoppiceError('internal', `a dry run was about to change ${path}`);
  };
  return {
    read: (path, range) => files.read(path, range),
    list: (path) => files.list(path),
    stat: (path, options) => files.stat(path, options),
    realPath: (path) => files.realPath(path),
    openFolder: (path) => files.openFolder(path),
    // Every name is taken, so no lock is ever had: whoever would mend something on the way leaves it to its holder.
    create: () => false,
    createAll: () => [],
    write: refuse,
    append: refuse,
    rename: refuse,
    remove: refuse,
    makeFolder: refuse,
  };
}
