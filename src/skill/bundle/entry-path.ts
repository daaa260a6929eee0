/*
 * Which paths an entry of a bundle may have: those that stay in the package, that every system can hold, and that a
 * reader can tell apart. Whatever else is refused rather than mended, because two programs that mend a name
 * differently unpack two different packages.
 */

import { decodeStrict } from '../../text/utf8.js';
import {
  hasForbiddenCharacter,
  isDeviceName,
  isJunkFile,
  normalizeName,
  utf8Length,
} from '../package-names.js';

/** `path` is relative to the package, with forward slashes; the package's own folder is the empty path. */
type EntryPath =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'refused'; readonly fault: string };

export type EntryKind = 'file' | 'folder';

/** The path of an entry by its name in the archive: `./` before it and, of a folder, `/` behind it are left out. */
export function entryPath(name: Uint8Array, kind: EntryKind): EntryPath {
  // A byte order mark stays, and is then refused like anything that cannot be seen.
  const text = decodeStrict(name);
  if (text === undefined) return { kind: 'refused', fault: 'the path is not UTF-8' };
  if (kind === 'folder' && (text === '.' || text === './')) return { kind: 'path', path: '' };
  const relative = text.startsWith('./') ? text.slice(2) : text;
  const path = kind === 'folder' && relative.endsWith('/') ? relative.slice(0, -1) : relative;
  const names = path.split('/');
  const broken = rules.find(({ breaks }) => breaks(path, names));
  return broken === undefined ? { kind: 'path', path } : { kind: 'refused', fault: broken.fault };
}

interface PathRule {
  readonly fault: string;
  readonly breaks: (path: string, names: readonly string[]) => boolean;
}

const maxNameBytes = 255;
const maxPathBytes = 1024;
/** As deep as the digest follows a folder. */
const maxFolders = 32;

const rules: readonly PathRule[] = [
  { fault: 'the path is empty', breaks: (path) => path === '' },
  { fault: 'the path is absolute', breaks: (path) => path.startsWith('/') },
  { fault: 'the path names a drive', breaks: (path) => /^[a-z]:/i.test(path) },
  { fault: 'the path has a backslash', breaks: (path) => path.includes('\\') },
  { fault: 'the path has a control character', breaks: (path) => /\p{Cc}/u.test(path) },
  {
    // With \p{Cf} come those that turn the direction of writing.
    fault: 'the path has a character that cannot be seen',
    breaks: (path) => /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(path),
  },
  {
    fault: 'the path has two slashes in a row, or one at its end',
    breaks: (_, names) => names.includes(''),
  },
  {
    fault: 'the path has . or .. in it',
    breaks: (_, names) => names.some((name) => name === '.' || name === '..'),
  },
  {
    fault: 'a name in the path ends with a dot or a space',
    breaks: (_, names) => names.some((name) => /[. ]$/.test(name)),
  },
  {
    fault: 'the path has one of < > : " | ? *, which not every system can hold',
    breaks: hasForbiddenCharacter,
  },
  { fault: 'Windows keeps a name in the path for a device', breaks: (_, names) => names.some(isDeviceName) },
  {
    fault: 'the path has a letter and its accent as two characters',
    breaks: (path) => path !== path.normalize('NFC'),
  },
  {
    fault: `a name in the path is longer than ${maxNameBytes} bytes`,
    breaks: (_, names) => names.some((name) => utf8Length(name) > maxNameBytes),
  },
  {
    fault: `the path is longer than ${maxPathBytes} bytes`,
    breaks: (path) => utf8Length(path) > maxPathBytes,
  },
  {
    fault: `the path is more than ${maxFolders} folders deep`,
    breaks: (_, names) => names.length > maxFolders + 1,
  },
  {
    // It is in no digest and is not scanned, so nobody would know what travels in it.
    fault:
      'it is litter of a program and no part of a skill, like .git, .DS_Store and __pycache__; leave it out',
    breaks: (path, names) => isJunkFile(path) || names.some((name) => shortNameOfGit.test(name)),
  },
];

/** How Windows also calls `.git`. */
const shortNameOfGit = /^git~\d$/i;

/*
 * Entries that would meet in one place: the same path twice, paths that differ in capitals only, a file where another
 * entry needs a folder. Each alone is fine; unpacked together, the later one replaces the one that was looked at, on
 * some systems or on all.
 */

interface PathClash {
  readonly path: string;
  readonly fault: string;
}

interface ArchivePath {
  readonly path: string;
  readonly kind: EntryKind;
}

/** The first entry that clashes with one before it. */
export function findPathClash(entries: readonly ArchivePath[]): PathClash | undefined {
  const taken = new Map<string, ArchivePath>();
  for (const entry of entries) {
    for (const place of [...foldersAbove(entry.path), entry]) {
      const holder = taken.get(normalizeName(place.path));
      const fault = holder && clashOf(holder, place);
      if (fault !== undefined) return { path: entry.path, fault };
      taken.set(normalizeName(place.path), place);
    }
  }
  return undefined;
}

/** Folders may meet: an archive names them, or only the files in them, or both. */
function clashOf(holder: ArchivePath, place: ArchivePath): string | undefined {
  if (holder.path !== place.path) return 'it differs from another entry in capitals only';
  if (holder.kind !== place.kind) return 'one entry is a file where another needs a folder';
  return place.kind === 'file' ? 'the archive has it twice' : undefined;
}

function foldersAbove(path: string): readonly ArchivePath[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => ({ path: names.slice(0, index + 1).join('/'), kind: 'folder' }));
}
