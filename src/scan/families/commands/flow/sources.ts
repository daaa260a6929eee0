/*
 * Where private data enters a program: the environment, private files by their paths, and calls that read the keychain,
 * the clipboard or the screen. The same table serves all languages, because their libraries rarely share a name.
 */

import type { Part } from '../../../code/expression.js';
import { isSecretName } from '../../../secrets/secret-name.js';
import { privateLocationIn } from '../locations.js';
import { keychain } from '../sending.js';
import type { Origin } from '../step.js';

export const wholeEnvironment: Origin = {
  kind: 'private',
  location: { what: 'the environment', isOrdinary: false },
};

/** A variable of the environment, if its name is that of a secret. */
export function secretOrigin(name: string): Origin | undefined {
  return isSecretVariable(name) ? { kind: 'secret', name } : undefined;
}

export function isSecretVariable(name: string): boolean {
  return (
    isSecretName(name) ||
    /^(?:[A-Z\d]+_)*(?:DATABASE|DB|MONGO(?:DB)?|REDIS|POSTGRES(?:QL)?)_UR[IL]$/.test(name)
  );
}

/** A private file, if the text is a path, and not a sentence or a command that contains one. */
export function pathOrigin(text: string): Origin | undefined {
  if (text.length > 240 || /\s/.test(text.replace(foldersWithBlanks, ''))) return undefined;
  const location = privateLocationIn(text);
  return location && { kind: 'private', location, isPath: true };
}

const foldersWithBlanks =
  /Application Support|Login Data|Local State|Start Menu|User Data|Web Data|Google Chrome/g;

const environment =
  /^(?:process\??\.env|import\.meta\.env|(?:Bun|Deno)\.env|(?:os\.)?environb?|ENV|\$_ENV|\$_SERVER|\$ENV|%ENV|getenv|os\.getenv|os\.Getenv|os\.LookupEnv|os\.Environ|System\.getenv)(?:\??\.([A-Za-z_]\w*))?$/;

const mayBeEnvironment = /env/i;

/** Methods that give one variable, and those that give all. */
const one = /^(?:get|fetch|getOrDefault|pop|setdefault|dig)$/;
const all =
  /^(?:items|copy|values|keys|entries|toObject|to_h|to_a|each|each_pair|map|select|inspect|to_json|dup)$/;

export interface EnvironmentRead {
  /** Undefined for the whole environment. */
  readonly name: string | undefined;
  /** The name is in a variable. */
  readonly isDynamic: boolean;
}

/** What the name, with the brackets after it, reads from the environment; undefined for any other name. */
export function environmentRead(path: string, next: Part | undefined): EnvironmentRead | undefined {
  if (!mayBeEnvironment.test(path)) return undefined;
  const match = environment.exec(path);
  if (match === null) return undefined;
  const member = match[1];
  const isMethod = member !== undefined && (one.test(member) || all.test(member));
  if (member !== undefined && !isMethod) return { name: member, isDynamic: false };
  if (member !== undefined && all.test(member)) return { name: undefined, isDynamic: false };
  const [first] = next?.group?.parts ?? [];
  if (next?.group === undefined || first === undefined) {
    // PHP has the whole environment in `getenv()`.
    if (path === 'getenv' && next?.group !== undefined) return { name: undefined, isDynamic: false };
    // `os.environ.get` without its brackets is no read.
    return isMethod || /getenv$/i.test(path) ? undefined : { name: undefined, isDynamic: false };
  }
  if (first.kind === 'string') return { name: first.text, isDynamic: false };
  if (next.group.open === '{' && first.kind === 'name') return { name: first.text, isDynamic: false };
  return next.group.open === '(' && member === undefined && !/getenv/i.test(path)
    ? { name: undefined, isDynamic: false }
    : { name: undefined, isDynamic: true };
}

const keychainCall =
  /(?:^|\.)keyring\.get_(?:password|credential)$|keytar\.(?:getPassword|findCredentials)$|SecItemCopyMatching|SecKeychainFind/;
const sourceCalls: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\.)(?:pyperclip|clipboard|Clipboard|clipboardy)\.(?:paste|read|readText|readSync|ReadAll|get)$|navigator\.clipboard\.readText$/,
    'the clipboard',
  ],
  [/browser_?cookie3?\.\w+$|(?:^|\.)chrome\.cookies\.getAll$/, 'browser profiles'],
  [/(?:^|\.)(?:ImageGrab\.grab|pyautogui\.screenshot)$|mss\.\w*grab$/, 'the screen'],
];

/** What a call reads, if it reads private data. */
export function sourceCall(path: string): Origin | undefined {
  if (keychainCall.test(path)) return { kind: 'secret', name: keychain };
  const found = sourceCalls.find(([pattern]) => pattern.test(path));
  return found && { kind: 'private', location: { what: found[1], isOrdinary: false } };
}

/** Calls that turn a path into what is there. */
export const readsPath =
  /(?:^|[.:>])(?:open|read|readFile\w*|read_\w+|readlines|readSync|createReadStream|ReadFile|ReadAll|Open|slurp|file_get_contents|fopen|readfile|listdir|walk|glob|iglob|rglob|readdir\w*|scandir|binread)$|^sqlite3\.connect$/;

/** The origin after its file was read. */
export function asRead(origin: Origin): Origin {
  if (origin.kind !== 'private' || origin.isPath !== true) return origin;
  return { kind: 'private', location: origin.location };
}
