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
  renameSync,
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
  /** Never throws: what cannot be removed stays. */
  remove(): void;
}

export interface TemporaryFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** Paths are relative to the folder. Its name says which process made it. */
export function makeTemporaryFolder(prefix: string): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
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
        const isOwn = realpathSync.native(target) === target && lstatSync(target).isFile();
        return isOwn ? readFileSync(target).subarray(0, maxBytes) : undefined;
      });
    },
    remove: () => removeAll(path),
  };
}

/** Removes the folders of this user whose process has ended without removing them. */
export function removeAbandonedFolders(prefix: string, before: (path: string) => void): void {
  for (const name of unlessUnreadable(() => readdirSync(tmpdir())) ?? []) {
    const id = name.startsWith(prefix) ? /^(\d{1,10})-\w+$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (id === undefined || isRunning(Number(id))) continue;
    unlessUnreadable(() => {
      const path = join(realpathSync(tmpdir()), name);
      const stat = lstatSync(path);
      if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return;
      before(path);
      removeAll(path);
    });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (fault) {
    // A process of somebody else is running too.
    return faultCode(fault) === 'EPERM';
  }
}

function filesBelow(root: string, limit: number): readonly TemporaryFile[] {
  const found: TemporaryFile[] = [];
  const pending = [''];
  for (let at = pending.pop(); at !== undefined && found.length < limit; at = pending.pop()) {
    const folder = join(root, at);
    // The program that was here may have put a link in the place of a folder, removed it, or made it unreadable.
    const entries = unlessUnreadable(() =>
      realpathSync.native(folder) === folder ? readdirSync(folder, { withFileTypes: true }) : [],
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

/**
 * What cannot be removed stays. A folder that its user may not write cannot be emptied before its mode is changed, and one
 * whose path is longer than the system takes is moved up first.
 */
function removeAll(path: string): void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    remove();
  } catch {
    unlessUnreadable(() => openFolders(path));
    unlessUnreadable(remove);
  }
}

/** The system takes 4,096 bytes, and a name has up to 255. */
const maxPathBytes = 3_000;

/** Names are bytes, because a program may have made some that are no text. */
function openFolders(root: string): void {
  const pending = [Buffer.from(root)];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const folder = at;
    const entries = unlessUnreadable(() => {
      chmodSync(folder, 0o700);
      return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
    });
    for (const entry of entries ?? []) {
      if (!entry.isDirectory()) continue;
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      const reachable = path.length > maxPathBytes ? unlessUnreadable(() => movedUp(root, path)) : path;
      if (reachable !== undefined) pending.push(reachable);
    }
  }
}

function movedUp(root: string, path: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const target = Buffer.from(join(mkdtempSync(join(root, 'deep-')), 'd'));
  // Only a folder that its user may write can be moved.
  chmodSync(path, 0o700);
  renameSync(path, target);
  return target;
}
