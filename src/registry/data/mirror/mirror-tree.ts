/*
 * What the repository of the mirror holds, by its places: `<tenant>/<kind>/<slug>/` and a version or `state.json`.
 */

import { hash } from 'node:crypto';
import type { Replacement } from './commit-change.js';
import { readHead } from './commit-change.js';
import type { Repository } from './repository.js';

export interface MirrorTree {
  readonly places: readonly string[];
  has(place: string): boolean;
  /** What is committed there, and what lies in the folder that people look at, is exactly this. */
  holds(replacement: Replacement): boolean;
}

/** `tenants` are those whose folders are looked at. */
export async function readMirrorTree(
  repository: Repository,
  tenants: readonly string[],
): Promise<MirrorTree> {
  const { git } = repository;
  const isBorn = (await readHead(repository)) !== undefined;
  const listing = isBorn ? await git(['ls-tree', '-r', '-z', '--full-tree', 'HEAD']) : '';
  const algorithm = (await git(['rev-parse', '--show-object-format'])).trim();
  const places = new Map<string, string[]>();
  for (const { path, text } of listing.split('\0').filter(Boolean).map(readEntry)) {
    const names = path.split('/');
    if (names.length < 4 || !tenants.includes(names[0] ?? '')) continue;
    const place = placeOf(path);
    places.set(place, [...(places.get(place) ?? []), text]);
  }
  const untidy = isBorn ? await untidyPlaces(repository, tenants) : new Set();
  return {
    places: [...places.keys()],
    has: (place) => places.has(place),
    holds: ({ path, content }) => {
      if (untidy.has(path)) return false;
      const standing = [...(places.get(path) ?? [])];
      return standing.sort().join('\n') === entryTexts(path, content, algorithm).sort().join('\n');
    },
  };
}

interface TreeEntry {
  readonly path: string;
  /** All that matters of it. */
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

function placeOf(path: string): string {
  return path.split('/').slice(0, 4).join('/');
}

/** Where the files that people look at are not those of the commit. */
async function untidyPlaces(
  { git, folder, isBare }: Repository,
  tenants: readonly string[],
): Promise<ReadonlySet<string>> {
  if (isBare || tenants.length === 0) return new Set();
  const changed = await git(['diff', '--name-only', '-z', '--no-ext-diff', 'HEAD', '--', ...tenants], {
    cwd: folder,
  });
  return new Set(changed.split('\0').filter(Boolean).map(placeOf));
}
