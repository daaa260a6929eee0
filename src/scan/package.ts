/*
 * What is scanned: the files of a package as data, read by whoever has them (a folder, an archive, a request). Files
 * that are not plain are only named. Nothing in a package is ever run.
 */

/** A package to be scanned, as data. */
export interface ScannedPackage {
  /** Of the skill, or of the folder where it has none. */
  readonly name: string;
  readonly files: readonly ScannedFile[];
}

/** One of its files. */
export interface ScannedFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  /** Empty for what is no plain file. */
  readonly bytes: Uint8Array;
  /** Larger than `bytes` where only the beginning was read. */
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Of a link, where it leads, as it is written. */
  readonly target?: string;
}
