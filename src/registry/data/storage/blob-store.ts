/*
 * The port to the bytes of bundles, by their digest `sha256:HEX`, and the paths of digests in every storage.
 * blob-store.contract.ts tests every implementation.
 */

import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';

export interface BlobStore {
  /** For the log and the readiness answer; it contains no secret. */
  readonly name: string;
  /** Durable once it returns. Putting the same bytes again does nothing; bytes that do not match the digest are refused. */
  put(digest: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there are none. Bytes that no longer match the digest are refused as `blob-damaged`. */
  get(digest: string): Promise<Uint8Array | undefined>;
  has(digest: string): Promise<boolean>;
  /** Does nothing when there are none. */
  remove(digest: string): Promise<void>;
  /** Every digest, in any order. */
  list(): AsyncIterable<string>;
  /** Writes and removes a little. Throws `unavailable` when the storage does not answer, `disk-full` when it is full. */
  check(): Promise<void>;
}

/** `ab/<hex>`, so that no folder has too many entries. The same in every storage: one can be copied into another. */
export function pathOfDigest(digest: string): string {
  const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
  if (hex === undefined) throw new CoppiceError('bad-value', `${digest} is not a digest`);
  return `${hex.slice(0, 2)}/${hex}`;
}

/** Undefined for a path that is not that of a blob. */
export function digestOfPath(path: string): string | undefined {
  const [, folder, hex] = /^([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(path) ?? [];
  return hex !== undefined && folder !== undefined && hex.startsWith(folder) ? `sha256:${hex}` : undefined;
}

/** Returns the bytes if they match the digest. */
export function verified(digest: string, bytes: Uint8Array): Uint8Array {
  if (matchesDigest(digest, bytes)) return bytes;
  throw new CoppiceError('blob-damaged', `the bytes do not match the digest ${digest}`);
}

export function matchesDigest(digest: string, bytes: Uint8Array): boolean {
  return digest === `sha256:${sha256Hex(bytes)}`;
}
