/*
 * Explains faults of the disk for asynchronous code, with the same messages and codes as elsewhere.
 */

import { explainFault } from '../../../system/disk/disk-fault.js';
import { nodeDisk } from '../../../system/disk/node-disk.js';

/** A fault becomes `cannot write /a/b: no space is left (ENOSPC)`; errors that are not faults of the system stay. */
export async function explainingDisk<T>(action: string, path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (fault) {
    if (!(fault instanceof Error) || !('syscall' in fault)) throw fault;
    return explainFault(nodeDisk, action, path, () => {
      throw fault;
    });
  }
}
