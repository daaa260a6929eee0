/*
 * A disk in memory, for tests: files, modes, links and hard links as on Linux, for one user who is not the superuser,
 * with a clock that ticks at every change. It can lose power, and then has only what was made durable.
 */

import type { Files } from '../files.js';
import type { Disk, DiskStat, Purpose } from './disk.js';
import { faultCode, systemFault } from './disk-fault.js';
import { filesOn } from './disk-files.js';
import {
  type FileNode,
  type FolderNode,
  MemoryTree,
  requirePermission,
  type TreeNode,
} from './memory-disk-tree.js';

export interface MemoryDisk extends Disk {
  chmod(path: string, mode: number): void;
  /**
   * The state after a loss of power: files and folders as of their last fsync. With `names`, every change of a folder had
   * already reached the disk, and only contents are lost.
   */
  loseUnsynced(survivors?: 'nothing' | 'names'): void;
}

/** Files in memory, for tests, with the same contract as the real ones. */
export function memoryFiles(disk: Disk = memoryDisk()): Files {
  return filesOn(disk);
}

export function memoryDisk(): MemoryDisk {
  const tree = new MemoryTree();
  const handles = new Map<number, FileNode | FolderNode>();
  let lastHandle = 2;

  const handle = (fd: number) => handles.get(fd) ?? refuse('EBADF', 'handle');
  const fileHandle = (fd: number) => {
    const node = handle(fd);
    return node.kind === 'file' ? node : refuse('EISDIR', 'handle');
  };
  const existing = (path: string) => {
    const location = tree.walk(path, 'keep-link');
    return { ...location, node: location.node ?? refuse('ENOENT', 'walk', path) };
  };

  return {
    open: (path, purpose, mode = 0o666) => {
      const node = nodeToOpen(tree, path, purpose, mode);
      lastHandle += 1;
      handles.set(lastHandle, node);
      if (node.kind === 'folder') tree.opened.entries.set(String(lastHandle), tree.newLink(node));
      return lastHandle;
    },
    close: (fd) => {
      handle(fd);
      handles.delete(fd);
      tree.opened.entries.delete(String(fd));
    },
    read: (fd, into, position) => {
      const { buffer, sizeBytes } = fileHandle(fd);
      const bytes = buffer.subarray(position, Math.min(position + into.length, sizeBytes));
      into.set(bytes);
      return bytes.length;
    },
    write: (fd, bytes) => {
      const file = fileHandle(fd);
      const sizeBytes = file.sizeBytes + bytes.length;
      if (sizeBytes > file.buffer.length) {
        const larger = new Uint8Array(sizeBytes * 2);
        larger.set(file.buffer);
        file.buffer = larger;
      }
      file.buffer.set(bytes, file.sizeBytes);
      file.sizeBytes = sizeBytes;
      tree.touch(file);
      return bytes.length;
    },
    fsync: (fd) => tree.fsync(handle(fd)),
    fstat: (fd) => statOf(handle(fd)),
    fchmod: (fd, mode) => {
      tree.setMode(handle(fd), mode);
    },
    fchown: (fd, uid, gid) => {
      Object.assign(handle(fd), { uid, gid });
    },

    stat: (path) => statIfThere(tree, path, 'follow-link'),
    lstat: (path) => statIfThere(tree, path, 'keep-link'),
    readdir: (path) => {
      const folder = tree.walk(path, 'follow-link').node ?? refuse('ENOENT', 'readdir', path);
      if (folder.kind !== 'folder') return refuse('ENOTDIR', 'readdir', path);
      requirePermission(folder, 'read');
      return Array.from(folder.entries, ([name, { kind }]) => ({ name, kind }));
    },
    rename: (from, to) => {
      const source = existing(from);
      const target = tree.walk(to, 'keep-link');
      if (source.node === target.node) return;
      if (source.node.kind === 'folder' && isInside(target.folder, source.node))
        refuse('EINVAL', 'rename', to);
      if (target.node !== undefined) requireReplaceable(target.node, source.node);
      if (target.node?.kind === 'folder') target.node.parent = undefined;
      tree.move(source, target, source.node);
    },
    link: (from, to) => {
      const { node } = existing(from);
      if (node.kind === 'folder') refuse('EPERM', 'link', from);
      const target = tree.walk(to, 'keep-link');
      if (target.node !== undefined) refuse('EEXIST', 'link', to);
      tree.enter(target, node);
    },
    unlink: (path) => {
      const location = existing(path);
      if (location.node.kind === 'folder') refuse('EISDIR', 'unlink', path);
      tree.enter(location, undefined);
    },
    mkdir: (path, mode) => {
      const location = tree.walk(path, 'keep-link');
      if (location.node !== undefined) refuse('EEXIST', 'mkdir', path);
      tree.enter(location, tree.newFolder(mode));
    },
    rmdir: (path) => {
      const location = existing(path);
      if (location.node.kind !== 'folder') return refuse('ENOTDIR', 'rmdir', path);
      if (location.node.entries.size > 0) refuse('ENOTEMPTY', 'rmdir', path);
      tree.enter(location, undefined);
      location.node.parent = undefined;
    },
    realpath: (path) => {
      const { folder, name, node } = tree.walk(path, 'follow-link');
      if (node === undefined) return refuse('ENOENT', 'realpath', path);
      return node.kind === 'folder' ? pathTo(tree.root, node) || '/' : `${pathTo(tree.root, folder)}/${name}`;
    },

    pathOf: (fd) => `/proc/self/fd/${fd}`,

    symlink: (target, path) => {
      const location = tree.walk(path, 'keep-link');
      if (location.node !== undefined) refuse('EEXIST', 'symlink', path);
      tree.enter(location, tree.newLink(target));
    },
    readlink: (path) => {
      const { node } = existing(path);
      return node.kind === 'link' && typeof node.target === 'string'
        ? node.target
        : refuse('EINVAL', 'readlink', path);
    },
    chmod: (path, mode) => {
      tree.setMode(existing(path).node, mode);
    },
    loseUnsynced: (survivors = 'nothing') => {
      handles.clear();
      tree.loseUnsynced(survivors);
    },
  };
}

function nodeToOpen(tree: MemoryTree, path: string, purpose: Purpose, mode: number): FileNode | FolderNode {
  const location = tree.walk(path, purpose === 'read' || purpose === 'folder' ? 'follow-link' : 'keep-link');
  const creates = purpose === 'new' || purpose === 'append';
  if (location.node === undefined) {
    if (!creates) return refuse('ENOENT', 'open', path);
    const file = tree.newFile(mode);
    tree.enter(location, file);
    return file;
  }
  if (purpose === 'new') return refuse('EEXIST', 'open', path);
  if (location.node.kind !== 'folder' && !creates && purpose !== 'read')
    return refuse('ENOTDIR', 'open', path);
  if (location.node.kind === 'link') return refuse('ELOOP', 'open', path);
  if (location.node.kind === 'folder' && creates) return refuse('EISDIR', 'open', path);
  requirePermission(location.node, creates ? 'change' : 'read');
  return location.node;
}

function requireReplaceable(target: TreeNode, source: TreeNode): void {
  if (target.kind === 'folder' && source.kind !== 'folder') refuse('EISDIR', 'rename');
  if (target.kind !== 'folder' && source.kind === 'folder') refuse('ENOTDIR', 'rename');
  if (target.kind === 'folder' && target.entries.size > 0) refuse('ENOTEMPTY', 'rename');
}

function isInside(folder: FolderNode | undefined, outer: FolderNode): boolean {
  if (folder === undefined) return false;
  return folder === outer || isInside(folder.parent, outer);
}

/** Empty for the root. */
function pathTo(root: FolderNode, folder: FolderNode): string {
  if (folder === root) return '';
  const { parent } = folder;
  if (parent === undefined) return refuse('ENOENT', 'realpath');
  const [name] = [...parent.entries].find(([, node]) => node === folder) ?? refuse('ENOENT', 'realpath');
  return `${pathTo(root, parent)}/${name}`;
}

function statIfThere(
  tree: MemoryTree,
  path: string,
  last: 'follow-link' | 'keep-link',
): DiskStat | undefined {
  try {
    const { node } = tree.walk(path, last);
    return node === undefined ? undefined : statOf(node);
  } catch (fault) {
    if (faultCode(fault) === 'ENOENT') return undefined;
    throw fault;
  }
}

function statOf(node: TreeNode): DiskStat {
  const { kind, mtimeMs, ctimeMs, mode, inode, uid, gid } = node;
  return {
    kind,
    sizeBytes: node.kind === 'file' ? node.sizeBytes : 0,
    mtimeMs,
    ctimeMs,
    mode,
    device: 1,
    inode,
    uid,
    gid,
  };
}

function refuse(code: string, operation: string, path?: string): never {
  throw systemFault(code, operation, path);
}
