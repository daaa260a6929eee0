/*
 * Which paths a support file may have. Whatever could leave the package, on any system, is refused. A file that does
 * not exist yet must also have a name that every system can hold and every reader tells apart; one that is there
 * already may be changed or removed whatever it is called.
 */

import {
  hasForbiddenCharacter,
  isDeviceName,
  isJunkFile,
  normalizeName,
  utf8Length,
} from '../../skill/package-names.js';

export const supportFolders = ['references', 'templates', 'scripts', 'assets'] as const;

/** Never looked into: version control, archives, and what tools install or cache. */
export const prunedFolders: ReadonlySet<string> = new Set([
  '.git',
  '.github',
  '.hub',
  '.archive',
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

/** Undefined when the path stays in the package's support folders. */
export function refusePath(path: string): PathRefusal | undefined {
  return firstFault(escapes, path);
}

/** Undefined when a new file may also be called so. */
export function refuseNewPath(path: string): PathRefusal | undefined {
  return refusePath(path) ?? firstFault(unportable, path);
}

/** Whether a file system that ignores case or composition takes both names for one. */
export function isSameName(left: string, right: string): boolean {
  return normalizeName(left) === normalizeName(right);
}

type Rules = Readonly<
  Record<string, { readonly holds: (path: string) => boolean; readonly message: string }>
>;

const maxNameBytes = 255;
const maxPathBytes = 1024;

const escapes = {
  empty: { holds: (path) => path === '', message: 'the path is empty' },
  'not-text': {
    holds: (path) => /\p{Surrogate}/u.test(path),
    message: 'the path has half a character in it (an unpaired surrogate)',
  },
  'control-character': {
    holds: (path) => /\p{Cc}/u.test(path),
    message: 'the path has a control character in it',
  },
  backslash: { holds: (path) => path.includes('\\'), message: 'the path has a backslash; use /' },
  'drive-letter': { holds: (path) => /^[a-z]:/i.test(path), message: 'the path names a drive' },
  absolute: { holds: (path) => path.startsWith('/'), message: 'the path is absolute; it must be relative' },
  'empty-segment': {
    holds: (path) => namesIn(path).includes(''),
    message: 'the path has two slashes in a row, or one at its end',
  },
  'dot-segment': {
    holds: (path) => namesIn(path).some((name) => name === '.' || name === '..'),
    message: 'the path has . or .. in it',
  },
  'wrong-folder': {
    holds: (path) => !supportFolders.some((folder) => folder === namesIn(path)[0]),
    message: `the path must begin with ${supportFolders.map((folder) => `${folder}/`).join(', ')}`,
  },
  'no-file-name': {
    holds: (path) => namesIn(path).length < 2,
    message: 'the path names a support folder, not a file in it',
  },
  'name-too-long': {
    holds: (path) => namesIn(path).some((name) => utf8Length(name) > maxNameBytes),
    message: `a name in the path is longer than ${maxNameBytes} bytes`,
  },
  'path-too-long': {
    holds: (path) => utf8Length(path) > maxPathBytes,
    message: `the path is longer than ${maxPathBytes} bytes`,
  },
} as const satisfies Rules;

const unportable = {
  'device-name': {
    holds: (path) => namesIn(path).some(isDeviceName),
    message: 'Windows keeps a name in the path for a device',
  },
  'trailing-dot-or-space': {
    holds: (path) => namesIn(path).some((name) => /^ |[. ]$/.test(name)),
    message: 'a name in the path begins with a space, or ends with a dot or a space',
  },
  'forbidden-character': {
    holds: hasForbiddenCharacter,
    message: 'the path has one of < > : " | ? * in it, which not every system can hold',
  },
  'not-composed': {
    holds: (path) => path !== path.normalize('NFC'),
    message: 'the path has a letter and its accent as two characters; use the one character (NFC)',
  },
  'look-alike': {
    holds: (path) => /[\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || path.split('/').some(resemblesSyntax),
    message: 'the path has an invisible character, or one that looks like a slash, dot or colon',
  },
  litter: {
    holds: isJunkFile,
    message: 'a file of that name is litter of a program, and never part of a package',
  },
} as const satisfies Rules;

type PathFault = keyof typeof escapes | keyof typeof unportable;

function firstFault<Fault extends PathFault>(
  rules: Readonly<Record<Fault, Rules[string]>>,
  path: string,
): PathRefusal | undefined {
  for (const reason in rules) {
    const { holds, message } = rules[reason];
    if (holds(path)) return { reason, message };
  }
  return undefined;
}

function namesIn(path: string): readonly string[] {
  return path.split('/');
}

/** A compatible spelling of what has a meaning in paths, such as the fullwidth slash or the two dot leader. */
function resemblesSyntax(name: string): boolean {
  const plain = name.normalize('NFKC');
  return (
    (/[/\\:]/.test(plain) && !/[/\\:]/.test(name)) ||
    (/^\.+$/.test(plain) && plain !== name) ||
    /[∕⁄∶⧵]/.test(name)
  );
}
