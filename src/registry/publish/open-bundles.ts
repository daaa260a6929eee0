/*
 * Where a server judges bundles: small ones at once, since handing them over takes longer than judging them, and large
 * ones in a thread, since nobody else is answered while that lasts.
 */

import { existsSync } from 'node:fs';
import { bundleThread, type ClosingBundles, type ThreadOptions } from './bundle-thread.js';
import { bundlesHere } from './bundles.js';

/** Without the program of the thread, all are judged here. */
export function openBundles(workerFile: string | undefined, options: ThreadOptions): ClosingBundles {
  if (workerFile === undefined || !existsSync(workerFile))
    return { ...bundlesHere, close: async () => undefined };
  const thread = bundleThread(workerFile, options);
  const placeFor = (bytes: Uint8Array) => (unpackedBytes(bytes) > mostHereBytes ? thread : bundlesHere);
  return {
    check: (bytes, checks) => placeFor(bytes).check(bytes, checks),
    rewrite: (bytes, rewrite, own) => placeFor(bytes).rewrite(bytes, rewrite, own),
    close: () => thread.close(),
  };
}

/** Takes about a tenth of a second. */
const mostHereBytes = 256 * 1024;

/** As the end of a gzip says; one that says less than is true is refused before anything is unpacked that far. */
function unpackedBytes(packed: Uint8Array): number {
  if (packed.length < 4) return 0;
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4).getUint32(0, true);
}
