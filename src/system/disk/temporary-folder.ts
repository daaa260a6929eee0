/*
 * A folder outside of any project that exists for one task, such as the run of an agent. Nothing in it has to survive a
 * crash, so nothing is synced. What others have put there is read without following links.
 */

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultCode } from './disk-fault.js';

export interface TemporaryFolder {
  /** Absolute, and without links. */
  readonly path: string;
  makeFolder(path: string): void;
  write(path: string, content: Uint8Array | string, isExecutable?: boolean): void;
  /** The regular files below a folder, by their paths in it, in code-unit order. */
  filesIn(folder: string, limit: number): readonly TemporaryFile[];
  /** The first bytes of a regular file; undefined where there is none. */
  read(path: string, maxBytes: number): Uint8Array | undefined;
  remove(): void;
}

export interface TemporaryFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** Paths are relative to the folder. */
export function makeTemporaryFolder(prefix: string): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  return {
    path,
    makeFolder: (name) => {
      mkdirSync(join(path, name), { recursive: true });
    },
    write: (name, content, isExecutable = false) => {
      const target = join(path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
      if (isExecutable) chmodSync(target, 0o755);
    },
    filesIn: (folder, limit) => filesBelow(join(path, folder), limit),
    read: (name, maxBytes) => {
      const target = join(path, name);
      return unlessUnreadable(() => {
        const isOwn = realpathSync(target) === target && lstatSync(target).isFile();
        return isOwn ? readFileSync(target).subarray(0, maxBytes) : undefined;
      });
    },
    remove: () => removeAll(path),
  };
}

function filesBelow(root: string, limit: number): readonly TemporaryFile[] {
  const found: TemporaryFile[] = [];
  const pending = [''];
  for (let at = pending.pop(); at !== undefined && found.length < limit; at = pending.pop()) {
    const folder = join(root, at);
    // The program that was here may have put a link in the place of a folder, removed it, or made it unreadable.
    const entries = unlessUnreadable(() =>
      realpathSync(folder) === folder ? readdirSync(folder, { withFileTypes: true }) : [],
    );
    for (const entry of entries ?? []) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) {
        const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
        if (stat !== undefined) found.push({ path, sizeBytes: stat.size, mtimeMs: stat.mtimeMs });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, limit);
}

function unlessUnreadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
    return undefined;
  }
}

/** A folder that its user may not write cannot be emptied before its mode is changed. */
function removeAll(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    openFolders(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openFolders(root: string): void {
  const pending = [root];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    chmodSync(at, 0o700);
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory()) pending.push(join(at, entry.name));
  }
}
