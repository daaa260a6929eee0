/*
 * Guards around the files. The first reports every refused read, even if the caller ignores it: many readers treat a
 * refusal as absence, which is right for a listing, but wrong for code that acts on what is missing. The second is for
 * dry runs.
 */

import type { Files } from '../system/files.js';
import { CoppiceError } from '../text/errors.js';

/** Reports each refused read before it is thrown, except for a looping link, which leads nowhere. */
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
    readLink: (path) => noticed(() => files.readLink(path)),
    makeLink: (path, target) => files.makeLink(path, target),
    remove: (path) => files.remove(path),
    makeFolder: (path, mode) => files.makeFolder(path, mode),
  };
}

/** Files for a dry run: every write is refused. */
export function readOnlyFiles(files: Files): Files {
  const refuse = (path: string): never => {
    throw new CoppiceError('internal', `a dry run was about to change ${path}`);
  };
  return {
    read: (path, range) => files.read(path, range),
    list: (path) => files.list(path),
    stat: (path, options) => files.stat(path, options),
    realPath: (path) => files.realPath(path),
    readLink: (path) => files.readLink(path),
    openFolder: (path) => files.openFolder(path),
    // Every name counts as taken, so that no lock is acquired and nothing is repaired on the way.
    create: () => false,
    createAll: () => [],
    write: refuse,
    append: refuse,
    rename: refuse,
    makeLink: refuse,
    remove: refuse,
    makeFolder: refuse,
  };
}
