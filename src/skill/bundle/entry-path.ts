/*
 * Which paths an entry of a bundle may have: paths inside the package that every system supports and that a reader can
 * distinguish. All others are refused and not repaired, because two programs that repair a name differently unpack two
 * different packages.
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

/** The path of an entry from its name in the archive, without a leading `./` and without the final `/` of a folder. */
export function entryPath(name: Uint8Array, kind: EntryKind): EntryPath {
  // A byte order mark stays, and is then refused as an invisible character.
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
  { fault: 'the path starts with a drive letter', breaks: (path) => /^[a-z]:/i.test(path) },
  { fault: 'the path contains a backslash', breaks: (path) => path.includes('\\') },
  { fault: 'the path contains a control character', breaks: (path) => /\p{Cc}/u.test(path) },
  {
    // \p{Cf} includes the characters that change the direction of text.
    fault: 'the path contains an invisible character',
    breaks: (path) => /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(path),
  },
  {
    fault: 'the path contains two slashes in a row, or ends with one',
    breaks: (_, names) => names.includes(''),
  },
  {
    fault: 'the path contains . or ..',
    breaks: (_, names) => names.some((name) => name === '.' || name === '..'),
  },
  {
    fault: 'a name in the path ends with a dot or a space',
    breaks: (_, names) => names.some((name) => /[. ]$/.test(name)),
  },
  {
    fault: 'the path contains one of < > : " | ? *, which not every system allows',
    breaks: hasForbiddenCharacter,
  },
  {
    fault: 'the path contains a name that Windows reserves for a device',
    breaks: (_, names) => names.some(isDeviceName),
  },
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
    // Such a file is not in the digest and is not scanned, so nobody would notice its content.
    fault:
      'other programs leave such files behind (.git, .DS_Store, __pycache__), and they are never part of a skill; leave it out',
    breaks: (path, names) => isJunkFile(path) || names.some((name) => shortNameOfGit.test(name)),
  },
];

/** The short name of `.git` on Windows. */
const shortNameOfGit = /^git~\d$/i;

interface PathClash {
  readonly path: string;
  readonly fault: string;
}

interface ArchivePath {
  readonly path: string;
  readonly kind: EntryKind;
}

/**
 * The first entry that clashes with an earlier one: the same path twice, paths that differ only in case, or a file where
 * another entry needs a folder. When unpacked, the later one would replace the one that was reviewed.
 */
export function findPathClash(entries: readonly ArchivePath[]): PathClash | undefined {
  const taken = new Map<string, ArchivePath>();
  for (const entry of entries) {
    for (const added of [...foldersAbove(entry.path), entry]) {
      const existing = taken.get(normalizeName(added.path));
      const fault = existing && clashOf(existing, added);
      if (fault !== undefined) return { path: entry.path, fault };
      taken.set(normalizeName(added.path), added);
    }
  }
  return undefined;
}

/** A folder may occur twice: an archive names folders, or only the files in them, or both. */
function clashOf(existing: ArchivePath, added: ArchivePath): string | undefined {
  if (existing.path !== added.path) return 'it differs from another entry only in case';
  if (existing.kind !== added.kind) return 'one entry is a file where another needs a folder';
  return added.kind === 'file' ? 'the archive contains it twice' : undefined;
}

function foldersAbove(path: string): readonly ArchivePath[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => ({ path: names.slice(0, index + 1).join('/'), kind: 'folder' }));
}
