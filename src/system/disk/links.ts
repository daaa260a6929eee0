/*
 * Symbolic links, made on purpose: what the port to files leaves out, because most code only meets links. Nobody
 * waits for a link to be durable: what is lost with the power is seen and made again by the next ensure.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Disk } from './disk.js';
import { explainFault, faultCode, isAbsence } from './disk-fault.js';
import { nodeDisk } from './node-disk.js';

export interface Links {
  /** What a link says, as it is written. Undefined where there is no link. */
  target(path: string): string | undefined;
  /** Makes a link; `already-exists` where the name is taken. */
  make(path: string, target: string): void;
  /** Puts a link over a file or a link, in one step; until then it has the other name, which must be free. */
  replace(path: string, target: string, temporary: string): void;
}

export type LinkDisk = Disk;

export const nodeLinkDisk: LinkDisk = nodeDisk;

export function linksOn(disk: LinkDisk = nodeLinkDisk): Links {
  return {
    target: (path) => explainFault(disk, 'read the link', path, () => targetOf(disk, path)),
    make: (path, target) => explainFault(disk, 'make the link', path, () => make(disk, path, target)),
    replace: (path, target, temporary) =>
      explainFault(disk, 'replace by a link', path, () => {
        make(disk, temporary, target);
        disk.rename(temporary, path);
      }),
  };
}

function make(disk: LinkDisk, path: string, target: string): void {
  try {
    disk.symlink(target, path);
  } catch (fault) {
    if (!withoutLinks.includes(faultCode(fault) ?? '')) throw fault;
    throw new CoppiceError('no-permission', `cannot make the link ${path}: links are not allowed there`, {
      hint: 'give --copy, and files are copied instead',
      cause: fault,
    });
  }
}

/** How file systems and systems say that they have no links, or none for this user. */
const withoutLinks = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

function targetOf(disk: LinkDisk, path: string): string | undefined {
  try {
    return disk.readlink(path);
  } catch (fault) {
    // EINVAL: it is no link.
    if (isAbsence(fault) || faultCode(fault) === 'EINVAL') return undefined;
    throw fault;
  }
}
