/*
 * The tree of the disk in memory. Every node knows what would survive a loss of power: a file its content at the last
 * fsync, a folder its names at the last fsync. Paths are resolved as on Linux.
 */

import { systemFault } from './disk-fault.js';

export class MemoryTree {
  #inodes = 0;
  #ticks = 0;
  /** Moves between two folders of which neither was made durable yet. */
  #moves: Move[] = [];
  readonly root = this.newFolder(0o755);
  /** Like /proc/self/fd on Linux: a link to each open folder, by its number. Not reachable from the root. */
  readonly opened = this.newFolder(0o700);

  newFile(mode: number): FileNode {
    const durable = { sizeBytes: 0, mode, uid: 0, gid: 0 };
    return { kind: 'file', ...this.#attributes(mode), buffer: new Uint8Array(64), sizeBytes: 0, durable };
  }

  newFolder(mode: number): FolderNode {
    return {
      kind: 'folder',
      ...this.#attributes(mode),
      parent: undefined,
      entries: new Map(),
      durable: new Map(),
    };
  }

  newLink(target: string | FolderNode): LinkNode {
    return { kind: 'link', ...this.#attributes(0o777), target };
  }

  /** Finds what a path denotes; the last name may be free. */
  walk(path: string, last: 'follow-link' | 'keep-link'): TreeLocation {
    if (path.includes('\0')) throw systemFault('ERR_INVALID_ARG_VALUE', 'walk', path);
    if (path === '') throw systemFault('ENOENT', 'walk', path);
    const held = /^\/proc\/self\/fd(?=\/)/.exec(path)?.[0] ?? '';
    const names = namesIn(path.slice(held.length));
    let folder = held === '' ? this.root : this.opened;
    let location: TreeLocation = { folder, name: '.', node: folder };
    let linksFollowed = 0;
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (name.length > 255) throw systemFault('ENAMETOOLONG', 'walk', path);
      requirePermission(folder, 'enter');
      location = { folder, name, node: lookUp(folder, name) };
      const { node } = location;
      const isLast = names.length === 0 && !path.endsWith('/');
      if (node?.kind === 'link' && !(isLast && last === 'keep-link')) {
        linksFollowed += 1;
        if (linksFollowed > 40) throw systemFault('ELOOP', 'walk', path);
        if (typeof node.target === 'string') {
          names.unshift(...namesIn(node.target));
          if (node.target.startsWith('/')) folder = this.root;
        } else {
          folder = node.target;
        }
        location = { folder, name: '.', node: folder };
      } else if (node?.kind === 'folder') {
        folder = node;
      } else if (node !== undefined && !isLast) {
        throw systemFault('ENOTDIR', 'walk', path);
      } else if (names.length > 0) {
        throw systemFault('ENOENT', 'walk', path);
      }
    }
    return location;
  }

  /** Changes what a name in a folder means; undefined frees it. */
  enter({ folder, name }: TreeLocation, node: TreeNode | undefined): void {
    if (name === '.' || name === '..') throw systemFault('EBUSY', 'change', name);
    requirePermission(folder, 'change');
    if (folder.parent === undefined && folder !== this.root) throw systemFault('ENOENT', 'change', name);
    if (node === undefined) folder.entries.delete(name);
    else folder.entries.set(name, node);
    if (node?.kind === 'folder') node.parent = folder;
    this.touch(folder);
  }

  move(from: TreeLocation, to: TreeLocation, node: TreeNode): void {
    requirePermission(from.folder, 'change');
    this.enter(to, node);
    from.folder.entries.delete(from.name);
    this.touch(from.folder);
    if (from.folder !== to.folder) this.#moves.push({ from, to, node });
  }

  touch(node: TreeNode): void {
    this.#ticks += 1;
    node.mtimeMs = this.#ticks;
    node.ctimeMs = this.#ticks;
  }

  setMode(node: TreeNode, mode: number): void {
    this.#ticks += 1;
    node.mode = mode;
    node.ctimeMs = this.#ticks;
  }

  fsync(node: FileNode | FolderNode): void {
    if (node.kind === 'file') {
      const { sizeBytes, mode, uid, gid } = node;
      node.durable = { sizeBytes, mode, uid, gid };
      return;
    }
    node.durable = new Map(node.entries);
    if (this.#moves.some(({ from, to }) => from.folder === node || to.folder === node)) this.#syncMoves();
  }

  /** Returns to the durable state. With `names`, all folders reached the disk and only contents are lost. */
  loseUnsynced(survivors: 'nothing' | 'names'): void {
    this.#moves = [];
    this.opened.entries.clear();
    restore(this.root, survivors);
  }

  /** A move is atomic: no file system with a journal shows a file in both folders, or in neither. */
  #syncMoves(): void {
    for (const { from, to, node } of this.#moves) {
      if (from.folder.durable.get(from.name) === node) from.folder.durable.delete(from.name);
      if (to.folder.entries.get(to.name) === node) to.folder.durable.set(to.name, node);
    }
    this.#moves = [];
  }

  #attributes(mode: number): Attributes {
    this.#inodes += 1;
    this.#ticks += 1;
    return { inode: this.#inodes, mode, uid: 0, gid: 0, mtimeMs: this.#ticks, ctimeMs: this.#ticks };
  }
}

export type TreeNode = FileNode | FolderNode | LinkNode;

export interface FileNode extends Attributes {
  readonly kind: 'file';
  /** Larger than the size. Written bytes never change, so storing the size is enough to restore them. */
  buffer: Uint8Array;
  sizeBytes: number;
  durable: { readonly sizeBytes: number; readonly mode: number; readonly uid: number; readonly gid: number };
}

export interface FolderNode extends Attributes {
  readonly kind: 'folder';
  /** Undefined for the root, and for a folder that was removed. */
  parent: FolderNode | undefined;
  readonly entries: Map<string, TreeNode>;
  durable: Map<string, TreeNode>;
}

interface TreeLocation {
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: TreeNode | undefined;
}

const permissions = { read: 0o400, change: 0o200, enter: 0o100 } as const;

/** There is one user, who owns everything and is not the superuser. */
export function requirePermission(node: TreeNode, permission: keyof typeof permissions): void {
  if ((node.mode & permissions[permission]) === 0) throw systemFault('EACCES', permission);
}

interface Attributes {
  readonly inode: number;
  mode: number;
  uid: number;
  gid: number;
  mtimeMs: number;
  ctimeMs: number;
}

interface LinkNode extends Attributes {
  readonly kind: 'link';
  readonly target: string | FolderNode;
}

interface Move {
  readonly from: TreeLocation;
  readonly to: TreeLocation;
  readonly node: TreeNode;
}

function namesIn(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

function lookUp(folder: FolderNode, name: string): TreeNode | undefined {
  if (name === '.') return folder;
  if (name === '..') return folder.parent ?? folder;
  return folder.entries.get(name);
}

function restore(node: TreeNode, survivors: 'nothing' | 'names'): void {
  if (node.kind === 'file') Object.assign(node, node.durable);
  if (node.kind !== 'folder') return;
  if (survivors === 'nothing') {
    node.entries.clear();
    for (const [name, child] of node.durable) node.entries.set(name, child);
  }
  node.durable = new Map(node.entries);
  for (const child of node.entries.values()) {
    if (child.kind === 'folder') child.parent = node;
    restore(child, survivors);
  }
}
