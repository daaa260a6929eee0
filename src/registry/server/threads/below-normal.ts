/*
 * Lets the thread that answers requests go first where processors are scarce. On Linux the priority belongs to the thread
 * that sets it; elsewhere it would be that of the whole process, so nothing is changed.
 */

import { setPriority } from 'node:os';

export function yieldToOtherThreads(platform: string): void {
  if (platform === 'linux') setPriority(nice);
}

const nice = 10;
