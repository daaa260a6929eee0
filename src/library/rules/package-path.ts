/*
 * Which paths a support file may have. Whatever could leave the package, on any system, is refused. A new file must also
 * have a name that every system can store and every reader can distinguish; an existing file may be changed or removed
 * whatever its name is.
 */

import {
  hasForbiddenCharacter,
  isDeviceName,
  isJunkFile,
  normalizeName,
  utf8Length,
} from '../../skill/package-names.js';

export const supportFolders = ['references', 'templates', 'scripts', 'assets'] as const;

/** Folders that are never searched: version control, archives, and what tools install or cache. */
export const prunedFolders: ReadonlySet<string> = new Set([
  '.git',
  '.github',
  '.hub',
  '.archive',
  '.trash',
  '.venv',
  'venv',
  'node_modules',
  'site-packages',
  '__pycache__',
  '.tox',
  '.nox',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
]);

export interface PathRefusal {
  readonly reason: PathFault;
  readonly message: string;
}

/** Undefined when the path is inside one of the package's support folders. */
export function refusePath(path: string): PathRefusal | undefined {
  return firstFault(escapes, path);
}

/** Undefined when a new file may have this path. */
export function refuseNewPath(path: string): PathRefusal | undefined {
  return refusePath(path) ?? firstFault(unportable, path);
}

/** Whether a file system that ignores case or Unicode composition treats both names as the same. */
export function isSameName(left: string, right: string): boolean {
  return normalizeName(left) === normalizeName(right);
}

type Rules = Readonly<
  Record<string, { readonly matches: (path: string) => boolean; readonly message: string }>
>;

const maxNameBytes = 255;
const maxPathBytes = 1024;

const escapes = {
  empty: { matches: (path) => path === '', message: 'the path is empty' },
  'not-text': {
    matches: (path) => /\p{Surrogate}/u.test(path),
    message: 'the path contains half a character (an unpaired surrogate)',
  },
  'control-character': {
    matches: (path) => /\p{Cc}/u.test(path),
    message: 'the path contains a control character',
  },
  backslash: { matches: (path) => path.includes('\\'), message: 'the path has a backslash; use /' },
  'drive-letter': {
    matches: (path) => /^[a-z]:/i.test(path),
    message: 'the path starts with a drive letter',
  },
  absolute: { matches: (path) => path.startsWith('/'), message: 'the path is absolute; it must be relative' },
  'empty-segment': {
    matches: (path) => namesIn(path).includes(''),
    message: 'the path contains two slashes in a row, or ends with one',
  },
  'dot-segment': {
    matches: (path) => namesIn(path).some((name) => name === '.' || name === '..'),
    message: 'the path contains . or ..',
  },
  'wrong-folder': {
    matches: (path) => !supportFolders.some((folder) => folder === namesIn(path)[0]),
    message: `the path must begin with one of ${supportFolders.map((folder) => `${folder}/`).join(', ')}`,
  },
  'no-file-name': {
    matches: (path) => namesIn(path).length < 2,
    message: 'the path names a support folder, not a file in it',
  },
  'name-too-long': {
    matches: (path) => namesIn(path).some((name) => utf8Length(name) > maxNameBytes),
    message: `a name in the path is longer than ${maxNameBytes} bytes`,
  },
  'path-too-long': {
    matches: (path) => utf8Length(path) > maxPathBytes,
    message: `the path is longer than ${maxPathBytes} bytes`,
  },
} as const satisfies Rules;

const unportable = {
  'device-name': {
    matches: (path) => namesIn(path).some(isDeviceName),
    message: 'the path contains a name that Windows reserves for a device',
  },
  'trailing-dot-or-space': {
    matches: (path) => namesIn(path).some((name) => /^ |[. ]$/.test(name)),
    message: 'a name in the path begins with a space, or ends with a dot or a space',
  },
  'forbidden-character': {
    matches: hasForbiddenCharacter,
    message: 'the path contains one of < > : " | ? *, which not every system allows',
  },
  'not-composed': {
    matches: (path) => path !== path.normalize('NFC'),
    message: 'the path has a letter and its accent as two characters; use the single character (NFC)',
  },
  'look-alike': {
    matches: (path) => /[\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || path.split('/').some(resemblesSyntax),
    message: 'the path contains an invisible character, or one that looks like a slash, dot or colon',
  },
  'junk-file': {
    matches: isJunkFile,
    message: 'other programs leave files of that name behind, so such a file is never part of a package',
  },
} as const satisfies Rules;

type PathFault = keyof typeof escapes | keyof typeof unportable;

function firstFault<Fault extends PathFault>(
  rules: Readonly<Record<Fault, Rules[string]>>,
  path: string,
): PathRefusal | undefined {
  for (const reason in rules) {
    const { matches, message } = rules[reason];
    if (matches(path)) return { reason, message };
  }
  return undefined;
}

function namesIn(path: string): readonly string[] {
  return path.split('/');
}

/** Whether a name has a Unicode variant of path syntax, such as the fullwidth slash or the two dot leader. */
function resemblesSyntax(name: string): boolean {
  const plain = name.normalize('NFKC');
  return (
    (/[/\\:]/.test(plain) && !/[/\\:]/.test(name)) ||
    (/^\.+$/.test(plain) && plain !== name) ||
    /[∕⁄∶⧵]/.test(name)
  );
}
