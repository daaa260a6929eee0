/*
 * What an expression can hold: the names it uses, the private data it reads itself, and its texts after decoding. Read
 * from the parts of a statement, with what surrounds each part: an encoder, a header, a login field.
 */

import type { Group, Part } from '../../../code/expression.js';
import { addressOfCodes, hiddenAddressIn } from '../../../code/hidden-address.js';
import { privateLocationIn } from '../locations.js';
import type { Origin } from '../step.js';
import { asRead, environmentRead, pathOrigin, secretOrigin, wholeEnvironment } from './sources.js';
import { traitsOf } from './traits.js';

export interface Use {
  readonly name: string;
  readonly isEncoded: boolean;
  readonly isLogin: boolean;
  /** The name is the object of a method: what it logged in with is not in the result. */
  readonly isReceiver: boolean;
  /** A file is read whose path the name may hold. */
  readonly isRead: boolean;
  /** The element or variable that is selected: `X` of `env["X"]` and `env.get("X")`. */
  readonly index: string | undefined;
  /** Calls around the name; if one is a function of the package, its parameters say what becomes of the value. */
  readonly through: readonly string[];
}

export interface TextValue {
  readonly text: string;
  /** How the text was hidden; undefined if it is readable in the code. */
  readonly spelling?: string;
}

export interface Value {
  readonly uses: Use[];
  readonly origins: Origin[];
  readonly texts: TextValue[];
  /** Functions whose results are in the value. */
  readonly results: string[];
  opensConnection: boolean;
}

interface Surroundings {
  readonly isEncoded: boolean;
  readonly isLogin: boolean;
  /** Keys of content are no logins: `json={"token": ...}`. */
  readonly isContent: boolean;
  readonly isRead: boolean;
  readonly isWhole: boolean;
  readonly through: readonly string[];
}

const outside: Surroundings = {
  isEncoded: false,
  isLogin: false,
  isContent: false,
  isRead: false,
  isWhole: false,
  through: [],
};
const maxUses = 60;
const maxTexts = 12;
const maxTextLength = 600;

export type Aliases = ReadonlyMap<string, string>;

/** `isWhole`: also what the arguments of requests and the like bring, which is not in their results. */
export function readValue(
  parts: readonly Part[],
  aliases: Aliases,
  isContent = false,
  isWhole = false,
): Value {
  const value: Value = { uses: [], origins: [], texts: [], results: [], opensConnection: false };
  read(parts, { ...outside, isContent, isWhole }, aliases, value, 0);
  return value;
}

function read(
  parts: readonly Part[],
  around: Surroundings,
  aliases: Aliases,
  value: Value,
  depth: number,
): void {
  if (depth > 40) return;
  let text = '';
  let isLoginText = false;
  const endText = () => {
    if (text !== '') addText(value, text, around);
    text = '';
  };
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) continue;
    if (part.kind === 'mark') {
      if (part.text === ',') isLoginText = false;
      if (!joins.test(part.text)) endText();
      continue;
    }
    const here = under(part, isLoginText ? { ...around, isLogin: true } : around);
    switch (part.kind) {
      case 'string': {
        text += part.text.slice(0, maxTextLength);
        if (part.key !== undefined && hostKey.test(part.key) && bareHost.test(part.text))
          value.texts.push({ text: `https://${part.text}` });
        if (!around.isContent && loginText.test(part.text)) isLoginText = true;
        const origin = pathOrigin(part.text);
        if (origin !== undefined) value.origins.push(flagged(origin, around));
        if (part.inside !== undefined)
          read(part.inside, isLoginText ? { ...here, isLogin: true } : here, aliases, value, depth + 1);
        break;
      }
      case 'name': {
        endText();
        const next = parts[at + 1];
        const isCallee = next?.group?.of !== undefined;
        if (readName(part.text, next, isCallee, here, aliases, value) && next?.group !== undefined) at += 1;
        break;
      }
      case 'group': {
        endText();
        if (part.group !== undefined) readGroup(part.group, here, aliases, value, depth);
        break;
      }
      case 'number':
        break;
      default:
        part.kind satisfies never;
    }
  }
  endText();
  const codes =
    parts.length >= 19
      ? parts.flatMap(({ kind, text: digits }) => (kind === 'number' ? [Number(digits)] : []))
      : [];
  const spelled = codes.length > 0 ? addressOfCodes(codes) : undefined;
  if (spelled !== undefined) value.texts.push({ text: spelled, spelling: 'character codes' });
}

/** `hostname: 'api.example.com'` is an address. */
const hostKey = /^host(?:name)?$/;
const bareHost = /^[\w-]+(?:\.[\w-]+)+$/;

const joins = /^(?:\+|\.|\.\.|&)$/;
const loginText =
  /(?:^|[\s"'])(?:Bearer|Basic|Token)\s|^[\w-]*(?:authorization|api-key|x-[\w-]+|cookie)\s*:/i;
const strictLogin =
  /^(?:\w*[-_]?headers?|authorization|proxy-authorization|x-[\w-]+|cookies?|auth|xi-api-key|api-key)$/i;
const contentKey =
  /^(?:json|data|body|form\w*|payload|params|query|files|content|message|text|:json|:body)$/i;
const looseLogin =
  /^(?:\w*api_?key|apikey|\w*token|password|secret|\w*auth\w*|credentials?|client_secret|headers?|key|pass)$/i;

function under(part: Part, around: Surroundings): Surroundings {
  if (part.key === undefined || around.isContent) return around;
  const kind = keyKind(part.key);
  if (kind === 'login') return { ...around, isLogin: true };
  return kind === 'content' ? { ...around, isContent: true } : around;
}

type KeyKind = 'login' | 'content' | 'other';

const knownKeys = new Map<string, KeyKind>();

function keyKind(key: string): KeyKind {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const kind = strictLogin.test(key) ? 'login' : contentKey.test(key) ? 'content' : 'other';
  if (knownKeys.size < 2_000 && key.length < 60) knownKeys.set(key, kind);
  return kind;
}

/** Whether the brackets after the name are read with it. */
function readName(
  written: string,
  next: Part | undefined,
  isCallee: boolean,
  around: Surroundings,
  aliases: Aliases,
  value: Value,
): boolean {
  const path = withAlias(written, aliases);
  const environment = environmentRead(path, next);
  if (environment !== undefined) {
    const { name, isDynamic } = environment;
    const origin = name !== undefined ? secretOrigin(name) : isDynamic ? undefined : wholeEnvironment;
    if (origin !== undefined) value.origins.push(flagged(origin, around));
    return name !== undefined;
  }
  if (isCallee) {
    const { source, opensConnection } = traitsOf(path);
    if (opensConnection) value.opensConnection = true;
    if (source !== undefined) value.origins.push(flagged(source, around));
  }
  if (value.uses.length >= maxUses) return false;
  if (isCallee && !written.includes('.') && !written.includes('->')) return false;
  const [index] = next?.group?.parts ?? [];
  value.uses.push({
    name: written,
    index: index?.kind === 'string' && selects(written, next) ? index.text : undefined,
    isEncoded: around.isEncoded,
    isLogin: around.isLogin,
    isReceiver: isCallee,
    isRead: around.isRead || (isCallee && traitsOf(path).readsPath),
    through: around.through,
  });
  return false;
}

/** Whether the brackets after a name select an element: `env["X"]`, `env.get("X")`. */
function selects(name: string, next: Part | undefined): boolean {
  const open = next?.group?.open;
  return (
    open === '[' || (open === '(' && /(?:^|\.|->)(?:get|fetch|getOrDefault|pop|setdefault|dig)$/.test(name))
  );
}

function readGroup(group: Group, around: Surroundings, aliases: Aliases, value: Value, depth: number): void {
  const { of, open, parts } = group;
  if (of === undefined || open !== '(') {
    read(parts, around, aliases, value, depth + 1);
    return;
  }
  const path = withAlias(of, aliases);
  // The result of a request is an answer, and not what was sent; that of a command is what the command prints.
  const traits = traitsOf(path);
  if (around.isWhole) {
    read(parts, around, aliases, value, depth + 1);
    return;
  }
  if (traits.tellsNothing || (traits.sink !== undefined && !traits.opensConnection && !/Request$/.test(path)))
    return;
  if (traits.startsShell) {
    const location = privateLocationIn(wordsIn(parts));
    if (location !== undefined) value.origins.push({ kind: 'private', location });
    return;
  }
  value.results.push(of);
  // `Path("...").read_text()` reads what was written before it.
  if (of.startsWith('.') && traits.readsPath) markRead(value);
  const isMade = traits.isClass;
  const inside: Surroundings = {
    ...around,
    isEncoded: around.isEncoded || traits.encodes,
    isRead: around.isRead || traits.readsPath,
    through: around.through.length < 4 ? [...around.through, of] : around.through,
  };
  if (!isMade && !parts.some(({ key }) => key !== undefined && looseLogin.test(key))) {
    read(parts, inside, aliases, value, depth + 1);
    return;
  }
  const split = (isLogin: boolean) =>
    parts.filter(
      (part) =>
        (isMade && part.key === undefined && part.kind !== 'group') === isLogin || loose(part) === isLogin,
    );
  const logins = parts.filter((part) => loose(part) || (isMade && part.key === undefined));
  if (around.isContent) read(parts, inside, aliases, value, depth + 1);
  else {
    read(logins, { ...inside, isLogin: true }, aliases, value, depth + 1);
    read(
      split(false).filter((part) => !logins.includes(part)),
      inside,
      aliases,
      value,
      depth + 1,
    );
  }
}

/** The strings of a command, in order. */
function wordsIn(parts: readonly Part[]): string {
  return parts
    .map(({ kind, text, group }) =>
      kind === 'string' ? text.slice(0, maxTextLength) : group === undefined ? '' : wordsIn(group.parts),
    )
    .join(' ');
}

function loose({ key }: Part): boolean {
  return key !== undefined && looseLogin.test(key);
}

function markRead(value: Value): void {
  for (const [at, origin] of value.origins.entries()) value.origins[at] = asRead(origin);
  for (const [at, use] of value.uses.entries()) value.uses[at] = { ...use, isRead: true };
}

function flagged(origin: Origin, { isEncoded, isLogin, isRead }: Surroundings): Origin {
  if (origin.kind !== 'secret') return isRead ? asRead(origin) : origin;
  return { ...origin, ...(isEncoded && { isEncoded }), ...(isLogin && { isLogin }) };
}

function addText(value: Value, text: string, around: Surroundings): void {
  if (value.texts.length >= maxTexts) return;
  const hidden = hiddenAddressIn(text);
  value.texts.push({ text: text.slice(0, maxTextLength) });
  if (hidden !== undefined) value.texts.push({ text: hidden.address, spelling: hidden.spelling });
  const origin = pathOrigin(text);
  if (origin !== undefined) value.origins.push(flagged(origin, around));
}

/** The path with what its first name was imported from. */
export function withAlias(path: string, aliases: Aliases): string {
  const end = path.search(/\.|->|::/);
  const first = end === -1 ? path : path.slice(0, end);
  const known = aliases.get(first);
  return known === undefined ? path : known + path.slice(first.length);
}
