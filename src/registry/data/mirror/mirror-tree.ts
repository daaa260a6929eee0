/*
 * What the repository of the mirror contains, by path: `<tenant>/<kind>/<slug>/` and a version or `state.json`; a slug
 * with a namespace is two folders.
 */

import { hash } from 'node:crypto';
import type { Replacement } from './commit-change.js';
import { readHead } from './commit-change.js';
import type { Repository } from './repository.js';

export interface MirrorTree {
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Whether the commit and the work tree have exactly this content at its path. */
  matches(replacement: Replacement): boolean;
}

/** `tenants` are those whose folders are read. */
export async function readMirrorTree(
  repository: Repository,
  tenants: readonly string[],
): Promise<MirrorTree> {
  const { git } = repository;
  const hasCommit = (await readHead(repository)) !== undefined;
  const listing = hasCommit ? await git(['ls-tree', '-r', '-z', '--full-tree', 'HEAD']) : '';
  const algorithm = (await git(['rev-parse', '--show-object-format'])).trim();
  const entries = new Map<string, string[]>();
  for (const { path, text } of listing.split('\0').filter(Boolean).map(readEntry)) {
    const names = path.split('/');
    if (names.length < depthOf(names) || !tenants.includes(names[0] ?? '')) continue;
    const top = topPath(path);
    entries.set(top, [...(entries.get(top) ?? []), text]);
  }
  const dirty = hasCommit ? await dirtyPaths(repository, tenants) : new Set();
  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    matches: ({ path, content }) => {
      if (dirty.has(path)) return false;
      const committed = [...(entries.get(path) ?? [])];
      return committed.sort().join('\n') === entryTexts(path, content, algorithm).sort().join('\n');
    },
  };
}

interface TreeEntry {
  readonly path: string;
  /** Mode, object and path, for comparison. */
  readonly text: string;
}

/** Git prints `100644 blob OBJECT<tab>PATH`. */
function readEntry(line: string): TreeEntry {
  const tab = line.indexOf('\t');
  const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
  const path = line.slice(tab + 1);
  return { path, text: `${mode} ${object} ${path}` };
}

function entryTexts(path: string, content: Replacement['content'], algorithm: string): string[] {
  if (content === undefined) return [];
  const files = content instanceof Uint8Array ? [{ path: '', bytes: content, executable: false }] : content;
  return files.map(({ path: inside, bytes, executable }) => {
    const object = hash(algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
    return `${executable ? 100755 : 100644} ${object} ${inside === '' ? path : `${path}/${inside}`}`;
  });
}

function topPath(path: string): string {
  const names = path.split('/');
  return names.slice(0, depthOf(names)).join('/');
}

/** How many parts lead to a version or a state. */
function depthOf([, , slug = '']: readonly string[]): number {
  return slug.startsWith('@') ? 5 : 4;
}

/** Paths at which the work tree differs from the commit. */
async function dirtyPaths(
  { git, folder, isBare }: Repository,
  tenants: readonly string[],
): Promise<ReadonlySet<string>> {
  if (isBare || tenants.length === 0) return new Set();
  const changed = await git(['diff', '--name-only', '-z', '--no-ext-diff', 'HEAD', '--', ...tenants], {
    cwd: folder,
  });
  return new Set(changed.split('\0').filter(Boolean).map(topPath));
}
