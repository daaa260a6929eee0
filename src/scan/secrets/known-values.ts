/*
 * Which values that were recognised as secrets are secrets wherever else they are written, and in which forms. A command
 * prints its token again, and an error quotes a password without its name. But a password such as `postgres` is also a
 * word of every other line, so only distinctive values count.
 */

import { decode } from './encoded.js';
import { searchablePart } from './literal-search.js';
import { isPlaceholder } from './secret-value.js';
import type { KnownValue, SignRule } from './sign.js';
import { identifyingLength, shortestValue } from './value-forms.js';

/**
 * A value that is not written by chance: of at least eight characters, and neither a word, a name, a number, a version, a
 * date, a host, a path nor an address.
 */
export function isDistinctive(value: string): boolean {
  const start = value.slice(0, longestJudged);
  if (start.length < shortestValue || isPlaceholder(start) || ordinary.test(start)) return false;
  const words = start.split(/[^A-Za-z\d]+/).filter((word) => word !== '');
  if (/^[\d\s.,:/_-]*$/.test(start)) return start.replace(/\D/g, '').length >= 16;
  if (/[!#$%^*?~+=&|@;(){}<>]/.test(start.slice(1, -1))) return true;
  if (words.some((word) => /[A-Za-z]/.test(word) && /\d/.test(word))) return true;
  // Letters and digits in separate words, or no digits at all: a name, unless it is a long phrase.
  if (words.length >= 4 && start.length >= 20) return true;
  return /\d/.test(start) ? start.length >= 12 : (start.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3;
}

const longestJudged = 512;

const ordinary = new RegExp(
  [
    'v?\\d{1,6}(?:\\.\\d{1,6}){1,3}(?:[-+.][\\w.-]{1,40})?', // versions
    '\\d{4}-\\d\\d-\\d\\d.{0,20}', // dates
    '[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64}){1,5}', // addresses of mail
    '(?:[A-Za-z\\d][\\w-]{0,62}\\.){1,8}[A-Za-z]{2,12}(?::\\d{1,5})?', // hosts
    '(?:localhost|[\\d.]{7,15}|[A-Za-z][\\w-]{0,40}):\\d{1,5}',
    '(?:[A-Za-z]:|~|\\.{1,2})?(?:[/\\\\][\\w.-]{1,64}){2,20}[/\\\\]?', // paths
    '[a-z][a-z\\d+.-]{1,20}://.{0,512}',
    '[A-Z]?[a-z]{1,19}|[A-Z]{1,19}|[A-Za-z][a-z]{1,12}(?:[A-Z][a-z]{1,12}){1,3}',
    '[A-Za-z]{2,20}\\d{1,4}', // words with a number: example123
    '0x[\\da-fA-F]{1,16}',
  ]
    .map((pattern) => `^(?:${pattern})$`)
    .join('|'),
);

/**
 * A value with its sign: a part of it that can be searched for. Undefined if it has no such part. The first characters
 * identify a long value, so that it is found even if the text is cut off.
 */
export function knownValue(value: string, kind: string): KnownValue | undefined {
  const identifying = value.slice(0, identifyingLength);
  const searched = searchablePart(identifying.slice(0, shortestValue * 2));
  if (searched === undefined) return undefined;
  const find: SignRule = (text, at) => {
    const start = at - searched.offset;
    if (!text.startsWith(identifying, start)) return undefined;
    let end = start + identifying.length;
    while (end - start < value.length && text[end] === value[end - start]) end += 1;
    return { start, end, kind };
  };
  return { start: identifying, sign: { text: searched.part.toLowerCase(), find } };
}

/** The distinctive values in a value: its parts, if it is a list of cookies or lines, and what it encodes. */
export function distinctiveParts(value: string, kind: string): readonly string[] {
  const whole = value.slice(0, longestValue);
  const parts =
    kind === 'cookie'
      ? whole.split(/[;=]\s{0,4}/)
      : kind === 'private-key'
        ? whole.split(/\s+|\\n/).filter((line) => /^[A-Za-z\d+/=]{32,}$/.test(line))
        : [whole, ...decodedParts(whole, kind)];
  return parts.slice(0, maxParts).filter(isDistinctive);
}

const longestValue = 20_000;
const maxParts = 80;

/** The password in a basic authorization or a login to a registry, and a password without its percent encoding. */
function decodedParts(value: string, kind: string): readonly string[] {
  if (kind === 'url-password' && value.includes('%')) return [percentDecoded(value)];
  if (!/^[A-Za-z\d+/]{8,512}={0,2}$/.test(value)) return [];
  const decoded = decode(value.replace(/=+$/, ''));
  const password = /^[\x20-\x39\x3b-\x7e]{1,80}:([\x21-\x7e]{8,256})$/.exec(decoded)?.[1];
  return password === undefined ? [] : [password];
}

function percentDecoded(value: string): string {
  return value.replace(/%([2-7][\dA-Fa-f])/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
