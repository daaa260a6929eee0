/*
 * The port to the bytes that are installed on this machine: packages by content digest in `<home>/store/<HEX>/`, read-only,
 * shared by all projects. An entry is whole or not there.
 */

export interface Store {
  /** The folder of a package, or undefined where it is not there or its files are not what the digest says. */
  find(contentDigest: string, check: 'stamp' | 'bytes'): string | undefined;
  /** Begins to put packages in. An entry that is damaged gives way, and is kept: it may hold what somebody wrote. */
  adding(onSetAside?: OnSetAside): Adding;
  /** The content digests of all entries. */
  list(): readonly string[];
}

/** Told where an entry that gave way is kept. */
export type OnSetAside = (contentDigest: string, keptIn: string) => void;

/** Many packages are put in together, because the disk makes many files durable in little more time than one. */
export interface Adding {
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
