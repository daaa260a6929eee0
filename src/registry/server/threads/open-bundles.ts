/*
 * The threads of a server for bundles. Everything that takes long has a thread of its own kind, so that nobody waits for
 * others: large bundles are checked in one, small ones in another, and a third unpacks what somebody reads. A small bundle
 * is unpacked in the calling thread, which takes less time than its transfer. Small ones are not scanned there: a text
 * that is made for it keeps the scanner busy for far longer than its size suggests.
 */

import { existsSync } from 'node:fs';
import { inlineBundles } from '../../items/bundle/bundles.js';
import { bundleThread, type ClosingBundles, type ThreadLimits, type ThreadOptions } from './bundle-thread.js';

const smallBytes = 256 * 1024;

/** A small bundle takes well under a second, whatever it contains. */
const smallLimits: ThreadLimits = { deadlineMs: 10_000, idleMs: 60_000, waiting: 64, heapMb: 256 };
const readLimits: Partial<ThreadLimits> = { deadlineMs: 30_000, idleMs: 5_000, waiting: 32 };

/** `workerFile` is the built bundle-worker.ts. Without it, everything runs in the calling thread. */
export function openBundles(workerFile: string | undefined, options: ThreadOptions): ClosingBundles {
  if (workerFile === undefined || !existsSync(workerFile))
    return { ...inlineBundles, close: async () => undefined };
  const start = (limits: Partial<ThreadLimits>) =>
    bundleThread(workerFile, { ...options, limits: { ...limits, ...options.limits } });
  const threads = { small: start(smallLimits), large: start({}), reading: start(readLimits) };
  const isSmall = (bytes: Uint8Array) => unpackedBytes(bytes) <= smallBytes;
  const checking = (bytes: Uint8Array) => (isSmall(bytes) ? threads.small : threads.large);
  return {
    read: (bytes) => (isSmall(bytes) ? inlineBundles : threads.reading).read(bytes),
    compare: (texts, pairs) => {
      const length = pairs.flat().reduce((sum, at) => sum + (texts[at]?.text.length ?? 0), 0);
      return (length <= smallBytes / 4 ? inlineBundles : threads.reading).compare(texts, pairs);
    },
    check: (bytes, checks) => checking(bytes).check(bytes, checks),
    rewrite: (bytes, rewrite, own) => {
      const isLong = 'text' in rewrite && rewrite.text.length > smallBytes / 4;
      return (isLong ? threads.large : checking(bytes)).rewrite(bytes, rewrite, own);
    },
    close: async () => void (await Promise.all(Object.values(threads).map((thread) => thread.close()))),
  };
}

/** The size at the end of a gzip; a bundle that states less than its size is refused when it is unpacked. */
function unpackedBytes(packed: Uint8Array): number {
  if (packed.length < 4) return 0;
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
}
