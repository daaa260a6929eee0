/*
 * A disk that can wait for many files at once, beside other work. What it waits for is the same as with one file after the
 * other, so a disk of the tests need not have it.
 */

import { fsync } from 'node:fs';
import { promisify } from 'node:util';
import type { Disk } from './disk.js';
import { faultCode } from './disk-fault.js';
import { nodeDisk } from './node-disk.js';

export interface BatchDisk extends Disk {
  /** Returns once all are durable, or one has failed and none is in use any more. */
  fsyncAll?(fds: readonly number[]): Promise<void>;
}

export const nodeBatchDisk: BatchDisk = {
  ...nodeDisk,
  fsyncAll: async (fds) => {
    const outcomes = await Promise.allSettled(fds.map(wait));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  },
};

export async function syncAll(disk: BatchDisk, fds: readonly number[]): Promise<void> {
  if (disk.fsyncAll !== undefined) return await disk.fsyncAll(fds);
  for (const fd of fds) disk.fsync(fd);
}

async function wait(fd: number): Promise<void> {
  try {
    await promisify(fsync)(fd);
  } catch (fault) {
    // So Windows refuses to wait for folders, which the disk knows how to leave out. No other fault may be tried again:
    // a second call can succeed after the first has lost the bytes.
    if (faultCode(fault) !== 'EPERM') throw fault;
    nodeDisk.fsync(fd);
  }
}
