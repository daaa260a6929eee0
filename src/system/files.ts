/*
 * The port to files: what every room uses instead of node:fs. It is synchronous on purpose (docs/decisions/0003):
 * the order of operations on the disk is then the order of the lines, which makes crash safety provable.
 * `nodeFiles` and `memoryFiles` keep the same contract (files.contract.ts).
 *
 * Absence is a value (undefined or false); every other fault is a CoppiceError that names the path.
 */

/** The port to the disk. */
export interface Files {
  /** Bytes and stat of a regular file, both from one open handle. Undefined when there is none. Follows links. */
  read(path: string, range?: ReadRange): FileContent | undefined;

  /**
   * Creates or replaces a file, atomically and durably: the bytes go to a temporary file beside it, fsync, rename,
   * fsync of the folder. Mode and owner of what was there are kept. A link at `path` is replaced, never followed.
   * With `durable: false` nothing is synced: after a loss of power the file may be the old one, empty or damaged.
   */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): void;

  /** Like write, but only when the name is free: false, and nothing done, when it is taken. */
  create(path: string, bytes: Uint8Array, options?: NewFileOptions): boolean;

  /**
   * Like create, for many names in one folder, which is synced once and not for every file. Returns the names that were
   * free. A crash in the middle leaves some of the files, each of them complete.
   */
  createAll(folder: string, contents: ReadonlyMap<string, Uint8Array>): readonly string[];

  /**
   * One O_APPEND write of all the bytes; creates the file, and refuses a link. With `durable`, the bytes and the name
   * survive a loss of power once it returns.
   */
  append(path: string, bytes: Uint8Array, options?: AppendOptions): void;

  /** The entries of a folder in code-unit order of their names. Undefined when there is no such folder. */
  list(path: string): readonly Entry[] | undefined;

  /** Undefined when nothing is there. With `follow: false`, a link is described itself. */
  stat(path: string, options?: { readonly follow?: boolean }): Stat | undefined;

  /** Moves a file or folder within one file system, durably. Refuses to replace anything. */
  rename(from: string, to: string): void;

  /** What a link says, as it is written. Undefined where there is no link. */
  readLink(path: string): string | undefined;

  /** Makes a symbolic link, durably; `already-exists` where the name is taken. */
  makeLink(path: string, target: string): void;

  /** Removes a file, a link or an empty folder, durably. False when nothing was there. */
  remove(path: string): boolean;

  /** Creates a folder and its missing parents durably (mode 0700 by default, less the umask). */
  makeFolder(path: string, mode?: number): void;

  /** The path without links. Undefined when nothing is there. */
  realPath(path: string): string | undefined;

  /**
   * Opens a folder so that later calls use that same folder, even if its name is replaced by a link in the meantime.
   * Refuses a link as the last segment. The caller closes it.
   */
  openFolder(path: string): OpenFolder;
}

export interface ReadRange {
  readonly offset?: number;
  readonly maxBytes: number;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly stat: Stat;
}

export interface NewFileOptions {
  /** The mode of a new file; 0600 by default. */
  readonly mode?: number;
}

export interface WriteOptions extends NewFileOptions {
  /** True by default. */
  readonly durable?: boolean;
}

export interface AppendOptions extends NewFileOptions {
  readonly durable?: boolean;
}

export const entryKinds = ['file', 'folder', 'link', 'other'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface Stat {
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** When content, mode or name last changed. Unlike mtimeMs, no program can set it back. */
  readonly ctimeMs: number;
  /** The permission bits, 0o7777. */
  readonly mode: number;
  readonly device: number;
  readonly inode: number;
  /** The user who owns it. */
  readonly uid?: number;
}

export interface OpenFolder {
  /** A path to the opened folder, valid while it is open: `join(folder.path, name)` works with every call above. */
  readonly path: string;
  /** Opens a folder directly inside, never through a link. Undefined when there is none. */
  child(name: string): OpenFolder | undefined;
  close(): void;
}
