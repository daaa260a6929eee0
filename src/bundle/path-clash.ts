/*
 * Entries that would meet in one place: the same path twice, paths that differ in capitals only, a file where another
 * entry needs a folder. Each alone is fine; unpacked together, the later one replaces the one that was looked at, on
 * some systems or on all.
 */

import { foldName } from '../skill/portable-name.js';
import type { EntryKind } from './entry-path.js';

export interface PathClash {
  readonly path: string;
  readonly fault: string;
}

interface Place {
  readonly path: string;
  readonly kind: EntryKind;
}

/** The first entry that clashes with one before it. */
export function findPathClash(entries: readonly Place[]): PathClash | undefined {
  const taken = new Map<string, Place>();
  for (const entry of entries) {
    for (const place of [...foldersAbove(entry.path), entry]) {
      const holder = taken.get(foldName(place.path));
      const fault = holder && clashOf(holder, place);
      if (fault !== undefined) return { path: entry.path, fault };
      taken.set(foldName(place.path), place);
    }
  }
  return undefined;
}

/** Folders may meet: an archive names them, or only the files in them, or both. */
function clashOf(holder: Place, place: Place): string | undefined {
  if (holder.path !== place.path) return 'it differs from another entry in capitals only';
  if (holder.kind !== place.kind) return 'one entry is a file where another needs a folder';
  return place.kind === 'file' ? 'the archive has it twice' : undefined;
}

function foldersAbove(path: string): readonly Place[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => ({ path: names.slice(0, index + 1).join('/'), kind: 'folder' }));
}
