/*
 * Files for a dry run: nothing can be written, whatever is called with them.
 */

import { CoppiceError } from '../system/errors.js';
import type { Files } from '../system/files.js';

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
