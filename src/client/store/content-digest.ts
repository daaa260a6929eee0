/*
 * The content digest of files that are in memory, as the lock, the registry and the store write it.
 */

import { packageDigest } from '../../skill/digest.js';
import { sha256Hex } from '../../text/hash.js';
import type { StoreFile } from './store.js';

/** `sha256:HEX`; undefined where two of the paths are one file on some systems. */
export function contentDigestOf(files: readonly StoreFile[]): string | undefined {
  const listed = files.map(({ path, bytes, executable }) => ({ path, executable, sha256: sha256Hex(bytes) }));
  const outcome = packageDigest(listed, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}
