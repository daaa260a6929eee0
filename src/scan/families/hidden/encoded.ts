/*
 * Decodes base64, hexadecimal, rot13 and data: addresses: hidden instructions and commands are severe findings, other
 * readable text is a minor one, and unreadable content (images, hashes, keys) is ignored.
 */

import { isCode } from '../../package/content-kind.js';
import { type CharacterSet, charactersLike, lineIndexAt } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';
import { severestOrder } from '../injection/orders.js';
import type { RuleMatch } from './rules.js';

export function findEncoded({ text, starts, content }: PreparedFile): readonly RuleMatch[] {
  return encodings.flatMap(({ name, find, decode }) =>
    find(text).flatMap(({ match, index }): readonly RuleMatch[] => {
      const found = matchOf(name, decode(match));
      // In a program, a module that is written out in its address is as readable as the rest.
      if (found?.rule === 'data-uri' && isCode(content) && !/;base64,/i.test(match)) return [];
      return found ? [{ ...found, line: lineIndexAt(starts, index) + 1 }] : [];
    }),
  );
}

function matchOf(name: string, decoded: string): Omit<RuleMatch, 'line'> | undefined {
  const page = /^data:([\w/+.-]*)[^,]*,(.*)$/is.exec(decoded);
  if (page) return pageMatch(page[1] ?? '', page[2] ?? '');
  if (!isReadable(decoded)) return undefined;
  const why = `This decodes (${name}) to the text in the excerpt.`;
  const order = severestOrder(decoded);
  if (order?.severity === 'critical') return { rule: 'encoded', severity: 'critical', excerpt: decoded, why };
  if (order || commands.test(decoded)) return { rule: 'encoded', severity: 'high', excerpt: decoded, why };
  return isSentence(decoded) ? { rule: 'encoded', severity: 'low', excerpt: decoded, why } : undefined;
}

function pageMatch(type: string, content: string): Omit<RuleMatch, 'line'> | undefined {
  const isScript = /javascript|ecmascript/i.test(type);
  if (!isScript && !/<script|javascript:|\bon(?:load|error|click) ?=/i.test(content)) return undefined;
  return { rule: 'data-uri', excerpt: content, why: `An address of type ${type} contains a script.` };
}

interface Encoding {
  readonly name: string;
  readonly find: (text: string) => readonly Encoded[];
  readonly decode: (match: string) => string;
}

interface Encoded {
  readonly match: string;
  readonly index: number;
}

const everywhere = (pattern: RegExp) => (text: string) =>
  Array.from(text.matchAll(pattern), ({ 0: match, index }): Encoded => ({ match, index }));

/** Searches only long runs of the characters that a match consists of. */
const inRuns = (characters: CharacterSet, shortest: number, pattern: RegExp) => (text: string) =>
  longRuns(text, characters, shortest).flatMap(({ start, end }) => {
    // The neighbours of the run may rule out a match.
    const offset = Math.max(0, start - 1);
    return everywhere(pattern)(text.slice(offset, end + 2)).map(({ match, index }) => ({
      match,
      index: offset + index,
    }));
  });

const encodings: readonly Encoding[] = [
  {
    name: 'data address',
    find: everywhere(
      /\bdata:(?:text\/html|image\/svg\+xml|(?:text|application)\/(?:javascript|ecmascript|x-javascript))[^,\s]{0,60},[^\s"'`)>]{1,4000}/gi,
    ),
    decode: decodePage,
  },
  {
    name: 'base64',
    find: inRuns(charactersLike(/[\w+/-]/), 24, /(?<![\w+/=-])[\w+/-]{24,}={0,2}/g),
    decode: decodeBase64,
  },
  {
    name: 'hexadecimal',
    find: inRuns(
      charactersLike(/[\\x\da-f ]/i),
      40,
      /(?:\\x[\da-f]{2}){12,}|(?<![\da-z])(?:[\da-f]{2} ?){20,}(?![\da-z])/gi,
    ),
    decode: decodeHex,
  },
  {
    name: 'rot13',
    find: everywhere(/\b(?:vtaber|qvfertneq|sbetrg|erirny|rkrphgr)\b[^.\n]{8,200}/gi),
    decode: (match) => match.replace(/[a-z]/gi, rotated),
  },
];

const longestDecoded = 4_000;

function decodeBase64(match: string): string {
  const digits = match.slice(0, longestDecoded).replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  // Identifiers and paths are not base64: encoded text mixes upper and lower case.
  if (!/[a-z]/.test(digits) || !/[A-Z]/.test(digits) || digits.length % 4 === 1) return '';
  return utf8(Uint8Array.from(atob(digits), (character) => character.charCodeAt(0)));
}

function decodeHex(match: string): string {
  const pairs = match.slice(0, longestDecoded).replace(/\\x| /gi, '').match(/../g) ?? [];
  return utf8(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)));
}

function decodePage(match: string): string {
  const comma = match.indexOf(',');
  const head = match.slice(0, comma + 1);
  const body = match.slice(comma + 1);
  if (/;base64,$/i.test(head)) return `${head}${decodeBase64(/^[\w+/-]*/.exec(body)?.[0] ?? '')}`;
  return `${head}${body.replace(/%([\da-f]{2})/gi, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)))}`;
}

function rotated(letter: string): string {
  const base = letter < 'a' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

function utf8(bytes: Uint8Array): string {
  // The last character may be incomplete.
  return new TextDecoder().decode(bytes).replace(/\ufffd$/, '');
}

function isReadable(text: string): boolean {
  return text.length >= 8 && /^[\x20-\x7e\s\p{L}\p{P}\p{S}]+$/u.test(text) && !text.includes('\ufffd');
}

function isSentence(text: string): boolean {
  return (text.match(/\p{L}{2,} /gu)?.length ?? 0) >= 3;
}

const commands =
  /\b(?:curl|wget|bash|powershell|chmod|eval|exec|import os|subprocess|nc -|iex)\b|\/bin\/(?:ba|z)?sh\b|\brm -rf\b|\/dev\/tcp\/|\bsend (?:\w+ ){0,4}to\b|(?:~|\$HOME)\/\.(?:ssh|aws|env)/i;

interface Run {
  readonly start: number;
  readonly end: number;
}

/**
 * All maximal runs of at least `shortest` characters of the set, in order. Such a run covers every `shortest`-th position,
 * so only those positions are checked first.
 */
export function longRuns(text: string, characters: CharacterSet, shortest: number): readonly Run[] {
  const runs: Run[] = [];
  // Every run that starts before this position is known.
  let done = 0;
  for (let at = shortest - 1; at < text.length; at = done + shortest - 1) {
    let start = at + 1;
    while (start > done && characters[text.charCodeAt(start - 1)]) start -= 1;
    done = at + 1;
    if (start > at) continue;
    while (done < text.length && characters[text.charCodeAt(done)]) done += 1;
    if (done - start >= shortest) runs.push({ start, end: done });
  }
  return runs;
}
