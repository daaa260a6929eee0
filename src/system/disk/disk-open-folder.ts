/*
 * A folder held open, so that its name may be swapped for a link without redirecting what follows. On Linux the open
 * folder has a path of its own, and nothing can come between. Elsewhere the plain path is used, and compared with the
 * open folder when it is opened, when a child is opened and when it is closed: a swap is noticed, not prevented.
 */

import { CoppiceError } from '../errors.js';
import type { OpenFolder } from '../files.js';
import type { Disk } from './disk.js';
import { explained, isAbsence, systemFault } from './disk-fault.js';

export function openFolder(disk: Disk, path: string): OpenFolder {
  return explained(disk, 'open', path, () => {
    const fd = openItself(disk, withoutTrailingSlash(path));
    const ownPath = disk.pathOf(fd);
    return ownPath === undefined ? checkedFolder(disk, fd, path) : heldFolder(disk, fd, ownPath);
  });
}

function heldFolder(disk: Disk, fd: number, path: string): OpenFolder {
  return {
    path,
    child: (name) => openChild(disk, path, name),
    close: once(() => explained(disk, 'close', path, () => disk.close(fd))),
  };
}

function checkedFolder(disk: Disk, fd: number, path: string): OpenFolder {
  const held = heldFolder(disk, fd, path);
  const close = once(() => {
    try {
      requireSame(disk, fd, path);
    } finally {
      held.close();
    }
  });
  const child = (name: string) => {
    requireSame(disk, fd, path);
    return held.child(name);
  };
  try {
    requireSame(disk, fd, path);
  } catch (fault) {
    held.close();
    throw fault;
  }
  return { path, child, close };
}

function requireSame(disk: Disk, fd: number, path: string): void {
  const opened = disk.fstat(fd);
  const named = disk.lstat(withoutTrailingSlash(path));
  if (named?.kind === 'folder' && named.device === opened.device && named.inode === opened.inode) return;
  throw new CoppiceError('path-unsafe', `${path} is a link, or was replaced while it was in use`, {
    hint: 'check what is there now, and try again',
  });
}

function openChild(disk: Disk, folder: string, name: string): OpenFolder | undefined {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
    throw new CoppiceError('path-unsafe', `${JSON.stringify(name)} is not the name of one folder`, {
      hint: 'name one folder, without slashes',
    });
  }
  const path = `${folder}/${name}`;
  if (explained(disk, 'open', path, () => disk.lstat(path)) === undefined) return undefined;
  return openFolder(disk, path);
}

/** A link is told apart from a file, because the first may be an attack. */
function openItself(disk: Disk, path: string): number {
  try {
    return disk.open(path, 'folder-itself');
  } catch (fault) {
    if (isAbsence(fault) && disk.lstat(path)?.kind === 'link') throw systemFault('ELOOP', 'open', path);
    throw fault;
  }
}

/** With `link/` or `link/.` the system would follow the link and open what is behind it. */
function withoutTrailingSlash(path: string): string {
  return path.replace(/(?<=.)(\/\.?)+$/, '');
}

/** The system gives a closed number to the next file that is opened, so a second close would hit a stranger. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
