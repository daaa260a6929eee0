/*
 * Finds secrets by their name: `password = value` as written in shells, environment files, JSON (also JSON inside JSON),
 * YAML, TOML, INI, query strings, flags, calls, XML, SQL, tables and prose. The name must be that of a secret, and the
 * value a literal. How the two are written decides how random the value must look, because source code is full of
 * `token = next`.
 */

import type { Finding } from '../find.js';
import { type SecretName, secretName } from '../secret-name.js';
import { isExpression, isPasswordLike, isPlaceholder, looksRandom } from '../secret-value.js';
import { columnValue } from './columns.js';
import { readValue, type ValueRange, wholeEnd } from './value-range.js';

/** The value of the name in which the word at this place is. */
export function namedValue(text: string, at: number): Finding | undefined {
  const name = nameAround(text, at);
  separatorAfter.lastIndex = name.end;
  if (!separatorAfter.test(text)) return undefined;
  const certainty = isReference(text, name.start)
    ? undefined
    : (secretName(name.text) ?? (isKeyOfTokens(text, name) ? 'certain' : undefined));
  const property = certainty === 'certain' ? propertyAfter(text, name) : undefined;
  if (property !== undefined) return { ...property, kind: 'secret' };
  const value = certainty && valueAfter(text, name, certainty);
  if (value) return { start: value.start, end: blockEnd(text, value), kind: 'secret' };
  return (
    listBelow(text, name) ??
    (certainty === 'certain' ? valueBelow(text, name) : undefined) ??
    (certainty && columnValue(text, name, certainty))
  );
}

/** `"Jwt": { "Key": "X" }`, `Jwt:Key`. */
function isKeyOfTokens(text: string, { text: name, start }: Name): boolean {
  return (
    /^key$/i.test(name) &&
    /jwt(?::|\\{0,3}"\s{0,4}:\s{0,4}\{\s{0,20}\\{0,3}")$/i.test(text.slice(Math.max(0, start - 40), start))
  );
}

/** A block of YAML goes on with every line that could be a part of its value. */
function blockEnd(text: string, value: ValueRange): number {
  let end = wholeEnd(text, value);
  if (
    !/[|>][-+]?[ \t]{0,4}(?:\n|\\n)[ \t]{1,40}$/.test(text.slice(Math.max(0, value.start - 60), value.start))
  )
    return end;
  for (nextLine.lastIndex = end; nextLine.test(text); nextLine.lastIndex = end) end = nextLine.lastIndex;
  return end;
}

const nextLine = /(?:\r?\n|\\n)[ \t]{1,40}[\w+/=.-]{8,512}(?=[ \t]{0,4}(?:\r?\n|\\n|["']|$))/y;

/** Several values of one name: `api_keys: [X, Y]`, or one below the other. */
function listBelow(text: string, name: Name): Finding | undefined {
  if (!/s$/.test(name.text) || secretName(name.text.replace(/s$/, '')) === undefined) return undefined;
  listed.lastIndex = name.end;
  const found = listed.exec(text)?.indices;
  const [start, end] = found?.[1] ?? found?.[2] ?? [0, 0];
  const isSecretList = text
    .slice(start, end)
    .split(/[\s,"'[\]\\]+/)
    .some((word) => word.length >= 12 && looksRandom(word) && !isPlaceholder(word));
  return isSecretList ? { start, end, kind: 'secret' } : undefined;
}

const listed =
  /\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}(?:\[\s{0,20}([^\]\n]{8,2000})(?=\])|(?:\r?\n|\\n)[ \t]{0,16}-[ \t]([^\n]{8,400}(?:\n[ \t]{0,16}-[ \t][^\n]{4,400}){0,40}))/dy;

/** The value is alone on the line below the name. */
function valueBelow(text: string, name: Name): Finding | undefined {
  below.lastIndex = name.end;
  const [start, end] = below.exec(text)?.indices?.[1] ?? [0, 0];
  const value = text.slice(start, end);
  return isPasswordLike(value) && !isPlaceholder(value) ? { start, end, kind: 'secret' } : undefined;
}

const below = /:[ \t]{0,4}(?:\r?\n|\\n)[ \t]{1,16}([^\s:"'`\\]{6,128})(?=[ \t]{0,4}(?:\r?\n|\\n|["']|$))/dy;

/** A value with blanks in a properties file, which goes to the end of its line. */
function propertyAfter(
  text: string,
  name: Name,
): { readonly start: number; readonly end: number } | undefined {
  if (!/^[a-z]\w*(?:\.[\w-]+)+$/.test(name.text)) return undefined;
  if (!lineStart.test(text.slice(Math.max(0, name.start - 40), name.start))) return undefined;
  propertyValue.lastIndex = name.end;
  if (!propertyValue.test(text)) return undefined;
  const start = name.end + 1;
  const end = propertyValue.lastIndex;
  return isPlaceholder(text.slice(start, end)) ? undefined : { start, end };
}

const propertyValue = /=[^\s"'`\\;&|<>$]{1,80}(?: [^\s"'`\\;&|<>$]{1,40}){1,6}(?=[ \t\r]{0,4}(?:\n|\\n|$))/y;

/** What may come between a name and its value starts with one of these. */
const separatorAfter = /[\\"'`[\]\s=:：<>,|│*&.?]/y;

/** Inside a template, or in the address of a resource: `{{ .auth.password | quote }}`, `arn:...:secret:name`. */
function isReference(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 120), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /\barn:[\w:/-]{0,110}$/.test(line) || line.lastIndexOf('{{') > line.lastIndexOf('}}');
}

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function nameAround(text: string, at: number): Name {
  nameBefore.lastIndex = at;
  const before = at - (nameBefore.exec(text)?.[1]?.length ?? 0);
  // The letter of an escaped line break is no part of the name.
  const start = before < at && /^\\[nrt]/.test(text.slice(before - 1, before + 1)) ? before + 1 : before;
  nameRest.lastIndex = at;
  const rest = nameRest.exec(text)?.[0] ?? '';
  // A dot at the end of a name ends a sentence.
  const end = at + rest.length - (/[.-]{1,8}$/.exec(rest)?.[0].length ?? 0);
  return { text: text.slice(start, end), start, end };
}

const nameBefore =
  /(?<=((?:\b(?:api|access|secret|private|auth|license|signing|encryption|seed|recovery|backup|aes|hmac|master|webhook|client|shared) )?[\w.$-]{0,64}))/iy;
const nameRest = /[\w.$-]{0,80}/y;

/**
 * How name and value are written, and so what else the value could be. `set`: nothing else; `element`:
 * little else; `flag`: the next word of a
 * sentence; `line` and `spaced` (with spaces before the separator), on a line of its own: little else; `code`: any
 * expression; `list`: another argument; `prose`: any word.
 */
type Form = 'set' | 'element' | 'flag' | 'line' | 'spaced' | 'code' | 'list' | 'prose';

function valueAfter(text: string, name: Name, certainty: SecretName): ValueRange | undefined {
  for (const { pattern, form, applies } of leads) {
    pattern.lastIndex = name.end;
    if (applies?.(text, name) === false || !pattern.test(text)) continue;
    if (form === undefined && isEndOfString(text, name, pattern.lastIndex)) return undefined;
    const value = readValue(text, pattern.lastIndex);
    if (value === undefined) continue;
    const phrase = form === undefined ? phraseAt(text, name, value, certainty) : undefined;
    if (phrase !== undefined) return phrase;
    const written = form ?? formOf(text, name, pattern.lastIndex - 1, value.end);
    const { start, end, isQuoted } = value;
    // The start of a token, and a mark for the rest: `sk-ant-...`.
    if (!isQuoted && end - start < maxAbbreviated && /^(?:\.{3}|…)/.test(text.slice(end, end + 3)))
      return undefined;
    if (form === 'prose' && /\bDIGEST\b/.test(text.slice(Math.max(0, name.start - 200), name.start)))
      return undefined;
    if (form === 'prose' && objectReport.test(text.slice(end, end + 16))) return undefined;
    const isTight = isInlineSetting(text, name, start, end);
    const candidate = { name: name.text, certainty, isQuoted, isTight, value: text.slice(start, end) };
    return isSecret(candidate, written) ? value : undefined;
  }
  return undefined;
}

function isInlineSetting(text: string, name: Name, start: number, end: number): boolean {
  if (start !== name.end + 1 || text.charAt(name.end) !== '=') return false;
  return /^$|\s/.test(text.charAt(name.start - 1)) && /^$|[\s"'\\]/.test(text.charAt(end));
}

/** `secret "db-7f9c" created`. */
const objectReport = /^\\{0,3}["'] (?:created|configured|deleted|unchanged|patched|not found|already)/;

/** The quote that opened before the name closes here: `grep "api_key=" src`. */
function isEndOfString(text: string, { start, end }: Name, at: number): boolean {
  const quote = /\\{0,3}["']$/.exec(text.slice(Math.max(0, start - 4), start))?.[0];
  return quote !== undefined && text.startsWith(quote, at) && !/["']/.test(text.slice(end, at));
}

/** Longer ones give away too much to be an abbreviation. */
const maxAbbreviated = 16;

interface Lead {
  /** Matches after the name; the value starts where it ends. */
  readonly pattern: RegExp;
  /** Undefined for an assignment, of which there are several forms. */
  readonly form?: Form;
  readonly applies?: (text: string, name: Name) => boolean;
}

const assigned =
  /(?:\\{0,7}["'`]|&quot;)?(?:\[?\d{0,4}\])?\*{0,2}[ \t]{0,8}(?::[ \t]?&?(?:[sS]tring|str|bytes)[ \t]{0,4})?(?:[=:：]|<-|\|\|=|\?\?=)/y;

const leads: readonly Lead[] = [
  // A name and a value of a list of such pairs: `name: DB_PASSWORD, value: x`.
  {
    pattern: /\\{0,3}["']?,?\s{0,40}\\{0,3}["']?[vV]alue\\{0,3}["']?[ \t]{0,3}[:=]/y,
    form: 'set',
    applies: (text, { start }) => pairName.test(text.slice(Math.max(0, start - 16), start)),
  },
  {
    pattern: /[ \t]{1,4}(?=\S)/y,
    form: 'set',
    applies: (text, { start }) => /\bsetx $/i.test(text.slice(Math.max(0, start - 6), start)),
  },
  // A change as Terraform shows it: `password = "old" -> "X"`.
  { pattern: /[ \t]{1,20}= \\{0,3}"[^"\n\\]{0,80}\\{0,3}" -> (?=\\{0,3}")/y, form: 'set' },
  { pattern: assigned },
  {
    pattern: /(?: |\\{0,3}["'],? ?)(?=[^\s-])/y,
    form: 'flag',
    applies: (text, { text: name, start }) => /^--?[A-Za-z]/.test(name) && !/\w/.test(text.charAt(start - 1)),
  },
  {
    pattern: /\\{0,3}["'`][ \t]{0,3},[ \t]{0,20}(?=\\{0,3}["'`])/y,
    form: 'list',
    applies: (text, { start }) => /["'`]/.test(text.charAt(start - 1)),
  },
  // `process.env.API_KEY || "X"`.
  { pattern: /[ \t](?:\|\||\?\?)[ \t](?=\\{0,3}["'`])/y, form: 'list' },
  // `Password ..... X`.
  { pattern: /[ \t]?\.{2,40}[ \t]/y, form: 'prose' },
  // A cell of a table in HTML, and the next one.
  {
    pattern: /<\/t[dh]>\s{0,20}<t[dh][^<>]{0,60}>(?=[^<>\s]{4,256}<\/)/y,
    form: 'list',
    applies: (text, { start }) => text.charAt(start - 1) === '>',
  },
  // A property list of Apple.
  {
    pattern: /<\/key>(?:\s|\\n){0,40}<string>(?=[^<>]{4,512}<\/)/y,
    form: 'set',
    applies: (text, { start }) => text.charAt(start - 1) === '>',
  },
  {
    pattern: /(?: [^<>\n]{1,120})?(?:>|&gt;)(?:\s{0,8}<value>)?(?=[^<>\s&]{4,512}(?:<|&lt;)\/)/iy,
    form: 'element',
    applies: (text, { start }) => elementStart.test(text.slice(Math.max(0, start - 24), start)),
  },
  // `<entry key="password">X</entry>`.
  {
    pattern: /\\{0,3}["'][^<>\n]{0,60}>(?:\s{0,8}<value>)?(?=[^<>\s]{4,512}<\/)/y,
    form: 'element',
    applies: (text, { start }) =>
      /\b(?:name|key|id)=\\{0,3}["']$/.test(text.slice(Math.max(0, start - 10), start)),
  },
  // `variable "db_password" { default = "X" }` of Terraform.
  {
    pattern: /\\{0,3}" ?\{[^{}]{0,300}?\bdefault[ \t]{0,8}=/y,
    form: 'set',
    applies: (text, { start }) => /\bvariable \\{0,3}"$/.test(text.slice(Math.max(0, start - 16), start)),
  },
  {
    pattern:
      /["'`]?(?:[ \t]{0,40}[|│])?[ \t]{1,3}(?:(?:to|as|of|for|is|was|value):?[ \t]{1,3}){0,3}(?=[\w"'`(])/y,
    form: 'prose',
    applies: (_, { text: name }) =>
      /(?:token|secret|pass?wor[dt]|passwd|passcode|kennwort|key|credentials?|_auth)$/i.test(name),
  },
];

/** Also with a namespace. */
const elementStart = /(?:<|&lt;)(?:[\w.-]{1,20}:)?$/;
const pairName = /(?:[nN]ame|[kK]ey)\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["']?$/;

function formOf(text: string, { text: name, start, end }: Name, separator: number, valueEnd: number): Form {
  const isTight = text.charAt(separator) === '=' && separator === end;
  const before = text.slice(Math.max(0, start - 40), start);
  if (/^(?:--|-[DP])/.test(name) || (text.charAt(separator) === '=' && /[?&]$/.test(before))) return 'set';
  if (isTight && (/^[A-Z][A-Z\d_]*$/.test(name) || setting.test(before))) return 'set';
  if (/;$/.test(before)) return 'line';
  const isWholeLine =
    lineStart.test(before) &&
    /^\\{0,3}["']?[ \t\r]*(?:$|\n|\\n|#|["'](?:$|[}\],]))/.test(text.slice(valueEnd, valueEnd + 40));
  if (!isWholeLine) return 'code';
  return text.charAt(separator) === '=' && !isTight ? 'spaced' : 'line';
}

/** Also at the start of a command or an output within JSON. */
const lineStart =
  /(?:^|\n|\\n|"(?:command|cmd|content|output|stdout|text|body)": ?")[+\- \t]{0,40}(?:export |set |ENV )?\\{0,3}["']?$/;
/** Options that take `name=value`. */
const setting =
  /(?:--set(?:-string)?|--?env|-e|--?var|--from-literal|--build-arg|config:set|secrets set|kv put \S{1,80})[ =]\\{0,3}["']?[\w.-]{0,30}$/;

interface Candidate {
  readonly name: string;
  readonly certainty: SecretName;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Whether it is a word `name=value` between blanks. */
  readonly isTight: boolean;
}

function isSecret({ name, certainty, value, isQuoted, isTight }: Candidate, form: Form): boolean {
  if (value.length < 4 || isPlaceholder(value)) return false;
  // The number of a key for signatures.
  if (/sign(?:ing)?[-_]?key$/i.test(name) && /^(?:0x)?[\dA-F]{8,40}$/.test(value)) return false;
  // The quote was the end of a label: `log('Private key:', key)`.
  if (isQuoted && /^[,);.\]]/.test(value)) return false;
  if (isSalt(name, value, isQuoted)) return true;
  if (/\s/.test(value))
    return (
      /phrase|mnemonic/i.test(name) ||
      (certainty === 'certain' && form !== 'prose' && form !== 'list' && !isSentence(value))
    );
  const isWord = /^[A-Za-z_]+$/.test(value);
  const isRandom = looksRandom(value);
  if (certainty === 'weak')
    return isRandom && value.length >= 20 && form !== 'prose' && form !== 'list' && !/[/.].*[/.]/.test(value);
  switch (form) {
    case 'set':
      // The name of a stored secret: `--secret=db-password`.
      return name !== '--secret' || isRandom || isPasswordLike(value);
    case 'element':
      return certainty === 'certain' || isRandom;
    case 'flag':
      if (certainty === 'plain' && host.test(value)) return false;
      return isQuoted || !(isWord && (value === value.toUpperCase() || flagWords.test(value)));
    case 'list':
      return isRandom || (certainty === 'certain' && isPasswordLike(value));
    case 'prose':
      if (!isQuoted && (/[()[\]{}]/.test(value) || isExpression(value) || isNameOfSecret(value)))
        return false;
      if (isRandom && (isQuoted || value.length >= 16)) return true;
      if (!/pass?w(?:or)?[dt]|passcode|kennwort/i.test(name)) return false;
      return isPasswordLike(value) || (isQuoted && name === name.toUpperCase());
    case 'line':
    case 'spaced':
    case 'code': {
      if (!isQuoted && isExpression(value)) return false;
      if (!isQuoted && form !== 'line' && /^[A-Za-z_$][\w$]{0,60}$/.test(value) && secretName(value))
        return false;
      // `ansible_host=a ansible_ssh_pass=X`.
      const isInline = !isQuoted && form === 'code' && isTight && certainty === 'certain';
      const couldBeName = !isQuoted && (form === 'code' || (form === 'spaced' && isWord));
      if (isRandom) return true;
      // `pass = "X"` of a configuration file.
      if (certainty === 'plain')
        return (
          (form !== 'code' || isQuoted) &&
          /pass$/i.test(name) &&
          isPasswordLike(value) &&
          (isQuoted || value.length >= 6)
        );
      if (isInline) return isPasswordLike(value);
      return !couldBeName && !isSecretLabel(value);
    }
    default:
      return form satisfies never;
  }
}

/** Salts and keys of WordPress are of all characters. */
function isSalt(name: string, value: string, isQuoted: boolean): boolean {
  if (!isQuoted || value.length < 32 || !/_(?:KEY|SALT)$/.test(name) || !/\d/.test(value)) return false;
  return (value.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0) >= 6;
}

const host = /^[a-z][\w-]{0,40}(?:\.[a-z][\w-]{0,40}){1,4}$/;
const flagWords =
  /^(?:options?|flags?|arguments?|parameters?|when|with|from|instead|which|that|must|should|will)$/i;

/** A sentence about the secret, or its label. */
function isSentence(value: string): boolean {
  return !/\d|[^\p{L}\s,.?!:'-]/u.test(value) || functionWord.test(value);
}

const functionWord =
  /\b(?:must|is|are|be|at least|should|need|please|your|the|not|for|an?|to|of|with|and|or|in|on|from|if|when|enter|passwords?|secrets?|tokens?|keys?)\b/i;

/** A passphrase of plain words on a line of its own; twelve words, if the name has other uses too. */
function phraseAt(
  text: string,
  name: Name,
  { start, isQuoted }: ValueRange,
  certainty: SecretName,
): ValueRange | undefined {
  if (isQuoted || !lineStart.test(text.slice(Math.max(0, name.start - 40), name.start))) return undefined;
  phrase.lastIndex = start;
  const found = phrase.exec(text)?.[0];
  if (found === undefined || functionWord.test(found)) return undefined;
  if (certainty === 'plain' && found.split(' ').length < 12) return undefined;
  return { start, end: start + found.length, isQuoted: true };
}

const phrase = /[a-z]{3,12}(?: [a-z]{3,12}){2,23}(?=[ \t\r]{0,4}(?:\n|\\n|["']|$))/y;

/** `set_private_key`: another name, not a value. */
function isNameOfSecret(value: string): boolean {
  return /^[a-z\d_]+$/.test(value) && /key|token|secret|passw/.test(value);
}

/** `my-secret`, `auth_token`: the name of a secret, not a secret. */
function isSecretLabel(value: string): boolean {
  const label = value.replace(/[-_]?v?\d{1,3}$/, '');
  return label.length <= 40 && /^[A-Za-z_. -]+$/.test(label) && secretName(label) !== undefined;
}
