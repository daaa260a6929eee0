/*
 * Finds secrets by their name: `password = value` as written in shells, environment files, JSON (also JSON inside JSON),
 * YAML, TOML, INI, query strings, flags, calls, XML, SQL, tables and prose. The name must be that of a secret, and the
 * value a literal. How the two are written decides how random the value must look, because source code is full of
 * `token = next`.
 */

import type { Finding } from '../find.js';
import { type SecretName, secretName } from '../secret-name.js';
import { isPasswordLike, isPlaceholder, looksRandom } from '../secret-value.js';
import { columnValue } from './columns.js';
import { functionWord, isSecret } from './named-candidate.js';
import { readValue, type ValueRange, wholeEnd } from './value-range.js';
import { formOf, leads, lineStart, type Name } from './written-forms.js';

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
