/*
 * The disk in memory, with links that can be read.
 */

import { systemFault } from '../../system/disk/disk-fault.js';
import type { LinkDisk } from '../../system/disk/links.js';
import { type MemoryDisk, memoryDisk } from '../../system/disk/memory-disk.js';

export interface MemoryLinkDisk extends MemoryDisk, LinkDisk {}

export function memoryLinkDisk(): MemoryLinkDisk {
  const disk = memoryDisk();
  /** By inode, which a link keeps when it is moved. */
  const targets = new Map<number, string>();
  return {
    ...disk,
    symlink: (target, path) => {
      disk.symlink(target, path);
      targets.set(disk.lstat(path)?.inode ?? 0, target);
    },
    readlink: (path) => {
      const stat = disk.lstat(path);
      if (stat === undefined) throw systemFault('ENOENT', 'readlink', path);
      const target = targets.get(stat.inode);
      if (target === undefined) throw systemFault('EINVAL', 'readlink', path);
      return target;
    },
  };
}
