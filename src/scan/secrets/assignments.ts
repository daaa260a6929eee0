/*
 * Finds secrets by their name: `password = value` as written in shells, environment files, JSON (also JSON inside JSON),
 * YAML, TOML, INI, query strings, flags, XML and prose. The name must be that of a secret, and the value a literal. The
 * context decides how random the value must look, because source code is full of `token = next`.
 */

import type { Finding } from './find.js';
import { type SecretName, secretName } from './secret-name.js';
import { isExpression, isPlaceholder, looksRandom } from './secret-value.js';

export function findAssignments(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { pattern, form } of leads) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const name = match[1] ?? 'secret';
      const certainty = secretName(name);
      const value = certainty && readValue(text, pattern.lastIndex);
      if (!value) continue;
      const { start, isQuoted } = value;
      const candidate = { name, certainty, isQuoted, value: text.slice(start, value.end) };
      if (!isSecret(candidate, form ?? formOf(text, match, value.end))) continue;
      const end = wholeEnd(text, value);
      findings.push({ start, end, kind: 'secret' });
      pattern.lastIndex = end;
    }
  }
  return findings;
}

/**
 * How the assignment is written, and so what else the value could be. `set`: nothing else; `flag`: the next word of a
 * sentence; `line` and `spaced` (with spaces before the separator), on a line of its own: little else; `code`: any
 * expression; `statement` ("the password is") and `prose`: any word.
 */
type AssignmentForm = 'set' | 'flag' | 'line' | 'spaced' | 'code' | 'statement' | 'prose';

interface Candidate {
  readonly name: string;
  readonly certainty: SecretName;
  readonly value: string;
  readonly isQuoted: boolean;
}

function isSecret({ name, certainty, value, isQuoted }: Candidate, form: AssignmentForm): boolean {
  if (value.length < 4 || isPlaceholder(value)) return false;
  if (/\s/.test(value))
    return /phrase|mnemonic/i.test(name) || (certainty === 'certain' && !isSentence(value));
  const isWord = /^[A-Za-z_]+$/.test(value);
  const isRandom = looksRandom(value);
  switch (form) {
    case 'set':
      return true;
    case 'flag':
      return isQuoted || !(isWord && (value === value.toUpperCase() || flagWords.test(value)));
    case 'statement':
      return isQuoted || /\w\d|\d\w/.test(value);
    case 'prose':
      return isRandom && (isQuoted || value.length >= 16);
    case 'line':
    case 'spaced':
    case 'code': {
      if (!isQuoted && isExpression(value)) return false;
      const couldBeName = !isQuoted && (form === 'code' || (form === 'spaced' && isWord));
      return isRandom || (certainty === 'certain' && !couldBeName && !isSecretLabel(value));
    }
  }
}

const flagWords =
  /^(?:options?|flags?|arguments?|parameters?|when|with|from|instead|which|that|must|should|will)$/i;

/** A sentence about the secret, or its label. */
function isSentence(value: string): boolean {
  return (
    !/\d|[^\p{L}\s,.?!:'-]/u.test(value) ||
    /\b(?:must|is|are|be|at least|should|need|please|your|the|not|for|passwords?|secrets?|tokens?|keys?)\b/i.test(
      value,
    )
  );
}

/** `my-secret`, `auth_token`: the name of a secret, not a secret. */
function isSecretLabel(value: string): boolean {
  return value.length <= 16 && !/\d/.test(value) && secretName(value) !== undefined;
}

function formOf(text: string, match: RegExpExecArray, valueEnd: number): AssignmentForm {
  const [separator, name = '', toSeparator = ''] = match;
  const nameStart = match.index - toSeparator.length;
  const isTight = separator === '=' && toSeparator.length === name.length;
  const before = text.slice(Math.max(0, nameStart - 40), nameStart);
  if (name.startsWith('--') || /[?&]$/.test(before)) return 'set';
  if (isTight && /^[A-Z][A-Z\d_]*$/.test(name)) return 'set';
  if (/;$/.test(before)) return 'line';
  const isWholeLine =
    /(?:^|\n|\\n)[+\- \t]*(?:export |set |ENV )?\\{0,3}["']?$/.test(before) &&
    /^\\{0,3}["']?[ \t\r]*(?:$|\n|\\n|#)/.test(text.slice(valueEnd, valueEnd + 40));
  if (!isWholeLine) return 'code';
  return separator === '=' && !isTight ? 'spaced' : 'line';
}

/**
 * The value starts where a match ends. The first capture is the name, if it matters; the second, if there is one, is
 * everything from the start of the name to the separator.
 */
const leads: readonly { readonly pattern: RegExp; readonly form?: AssignmentForm }[] = [
  {
    pattern:
      /[=:](?<=(?=([\w.$-]{1,64}))([\w.$-]{1,64}\\{0,7}["'`]?\]?[ \t]{0,8}(?::[ \t]?&?(?:string|str|bytes)[ \t]{0,4})?).)/gi,
  },
  { pattern: /-(?<![\w-]-)-?([A-Za-z][\w-]{2,40})(?: |\\{0,3}["'], ?)(?=[^\s-])/g, form: 'flag' },
  { pattern: /<([\w.:-]{3,64})>(?=[^<>\s]{4,512}<)/g, form: 'set' },
  {
    pattern:
      /[vV]alue\\{0,3}["']?[ \t]{0,3}[:=](?<=[nN]ame\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["']?([\w.-]{3,64})\\{0,3}["']?,?\s{0,40}\\{0,3}["']?[vV]alue\\{0,3}["']?[ \t]{0,3}[:=])/g,
    form: 'set',
  },
  { pattern: /d(?<=(passwd|password)) (?:is|was)(?: set)?(?: to)?:? (?=\S)/gi, form: 'statement' },
  {
    pattern:
      /(?:k(?<=tok)en|c(?<=sec)ret|w(?<=pass?w)(?:or)?d|k(?<=(?:api|access)[ _-]?k)ey|c(?=redential)redentials?)["'`]?(?:[ \t]{0,40}[|│])?[ \t]{1,3}(?:(?:to|as|of|for|is|was|value):?[ \t]{1,3}){0,3}(?=[\w"'`(])/gi,
    form: 'prose',
  },
];

/** The range of a value after a name and a separator. The end of a quoted value may be missing, because text is cut off. */
interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

function readValue(text: string, from: number): Value | undefined {
  opening.lastIndex = from;
  const quote = opening.exec(text)?.[1] ?? '';
  const start = opening.lastIndex;
  const end = quote === '' ? bareEnd(text, start) : quotedEnd(text, start, quote);
  return end > start ? { start, end, isQuoted: quote !== '' } : undefined;
}

/** A bare value is read only as far as needed to judge it, because a rejected value is read again. */
function wholeEnd(text: string, { end, isQuoted }: Value): number {
  if (isQuoted) return end;
  let whole = end;
  for (let next = bareEnd(text, whole); next > whole; next = bareEnd(text, whole)) whole = next;
  return whole;
}

/** The rest of the separator, spaces, the mark of a YAML block, and the quote with its escapes. */
const opening = /[=>]{0,2}[ \t]{0,8}(?:[|>][-+]?[ \t]{0,4}\n[ \t]{1,40})?(?:[bBrR]?(\\{0,7}["'`]))?/y;

function quotedEnd(text: string, start: number, opened: string): number {
  const quote = opened.slice(-1);
  const depth = opened.length - 1;
  let escapes = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return at;
    if (character === quote && (depth === 0 ? escapes % 2 === 0 : escapes <= depth))
      return depth === 0 ? at : at - escapes;
    escapes = character === '\\' ? escapes + 1 : 0;
  }
  return text.length;
}

function bareEnd(text: string, start: number): number {
  bare.lastIndex = start;
  const found = bare.exec(text)?.[0] ?? '';
  return start + found.replace(/[,)}\].:]{1,8}$/, '').length;
}

/** A comma or a backslash is part of the value unless the next characters show otherwise. */
const bare = /(?:[^\s"'`;&<>,\\]|,(?![\s"'\\]|$|[\w-]{1,40}[=:])|\\(?![nrt"'\\]|$)){1,256}/y;
