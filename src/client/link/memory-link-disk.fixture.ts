/*
 * The disk in memory, whose links can be read.
 */

import { type MemoryDisk, memoryDisk } from '../../system/disk/memory-disk.js';

export type MemoryLinkDisk = MemoryDisk;

export function memoryLinkDisk(): MemoryLinkDisk {
  return memoryDisk();
}
