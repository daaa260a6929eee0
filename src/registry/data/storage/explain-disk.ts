/*
 * What a fault of the disk means, for code that uses the disk asynchronously: the same sentences and codes as elsewhere.
 */

import { explainFault } from '../../../system/disk/disk-fault.js';
import { nodeDisk } from '../../../system/disk/node-disk.js';

/** A fault becomes `cannot write /a/b: no space is left (ENOSPC)`; whatever is no fault of the system passes through. */
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
