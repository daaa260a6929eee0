/*
 * The port to the bytes that are installed on this machine: packages by content digest in `<home>/store/<HEX>/`, read-only,
 * shared by all projects. An entry is whole or not there.
 */

import { packageDigest } from '../../skill/digest.js';
import { sha256Hex } from '../../text/hash.js';

export interface Store {
  /** The folder of a package, or undefined where it is not there or its files are not what the digest says. */
  find(contentDigest: string, check: 'stamp' | 'bytes'): string | undefined;
  /** Begins to put packages in. An entry that is damaged gives way, and is kept: it may hold what somebody wrote. */
  adding(onSetAside?: OnSetAside): EntryWriter;
  /** The content digests of all entries. */
  list(): readonly string[];
}

/** Told where an entry that gave way is kept. */
export type OnSetAside = (contentDigest: string, keptIn: string) => void;

/** Many packages are put in together, because the disk makes many files durable in little more time than one. */
export interface EntryWriter {
  /** Takes a package, which is put in some time before the end. Refused where the files do not have the digest. */
  add(contentDigest: string, files: readonly StoreFile[]): Promise<void>;
  /** To be called at the end, whatever happened: puts in what was taken, each package whole or not at all. */
  finish(): Promise<void>;
}

export interface StoreFile {
  /** Relative to the package, with forward slashes; checked by whoever read the bundle. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/*
 * The content digest of files that are in memory, as the lock, the registry and the store write it.
 */

/** `sha256:HEX`; undefined where two of the paths are one file on some systems. */
export function contentDigestOf(files: readonly StoreFile[]): string | undefined {
  const listed = files.map(({ path, bytes, executable }) => ({ path, executable, sha256: sha256Hex(bytes) }));
  const outcome = packageDigest(listed, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}
