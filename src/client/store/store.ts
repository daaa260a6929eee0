/*
 * The port to the packages that are installed on this machine: by content digest in `<home>/store/<HEX>/`, read-only,
 * shared by all projects. An entry is complete or does not exist.
 */

import { packageDigest } from '../../skill/digest.js';
import { sha256Hex } from '../../text/hash.js';

export interface Store {
  /** The folder of a package; undefined if it is missing or its files do not match the digest. */
  find(contentDigest: string, check: 'stamp' | 'bytes'): string | undefined;
  /** Starts adding packages. A damaged entry is moved aside and kept, because it may contain somebody's changes. */
  adding(onSetAside?: OnSetAside): EntryWriter;
  /** The content digests of all entries. */
  list(): readonly string[];
}

/** Called with the path to which a damaged entry was moved. */
export type OnSetAside = (contentDigest: string, keptIn: string) => void;

/** Adds many packages together, because the disk syncs many files in little more time than one. */
export interface EntryWriter {
  /** Adds a package at some time before `finish` ends. Refused if the files do not match the digest. */
  add(contentDigest: string, files: readonly StoreFile[]): Promise<void>;
  /** Must be called at the end, also after a failure: stores the added packages, each complete or not at all. */
  finish(): Promise<void>;
}

export interface StoreFile {
  /** Relative to the package, with forward slashes; checked when the bundle was read. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** The content digest of files in memory, as `sha256:HEX`; undefined if two paths are the same file on some systems. */
export function contentDigestOf(files: readonly StoreFile[]): string | undefined {
  const listed = files.map(({ path, bytes, executable }) => ({ path, executable, sha256: sha256Hex(bytes) }));
  const outcome = packageDigest(listed, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}
