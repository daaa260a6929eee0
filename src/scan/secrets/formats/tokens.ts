/*
 * Finds tokens by their format (formats/). The mark of a format is a sign; at its place the pattern of the format decides.
 */

import type { Finding } from '../find.js';
import { isRandomToken, looksRandom } from '../secret-value.js';
import type { Sign } from '../sign.js';
import { formatTables } from './all.js';
import { type FormatRow, formatLines, formatRow, marksIn } from './format.js';
import { joinLines } from './joined-lines.js';

/**
 * Finds tokens of Discord, the one common format without a mark: the number of an account in base64, a time, a signature.
 * The characters that base64 of digits starts with are rare together.
 */
export function findDiscordTokens(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  discordToken.lastIndex = 0;
  for (let match = discordToken.exec(text); match !== null; match = discordToken.exec(text))
    findings.push({ start: match.index, end: discordToken.lastIndex, kind: 'discord-token' });
  return findings;
}

const discordToken = /[MNO][DTjz][AEIMQUYcgk][w-z0-5][\w-]{18,24}\.[\w-]{6,7}\.[\w-]{27,60}/g;

/** The marks of all formats. */
export function tokenSigns(): readonly Sign[] {
  const byMark = new Map<string, TokenSign>();
  for (const table of formatTables)
    for (const line of formatLines(table()))
      for (const word of marksIn(line)) {
        const isUnsure = word.charCodeAt(0) === 0x3f;
        const mark = isUnsure ? word.slice(1) : word;
        let sign = byMark.get(mark);
        if (sign === undefined) {
          sign = new TokenSign(mark);
          byMark.set(mark, sign);
        }
        sign.formats.push(new TokenFormat(line, mark, isUnsure));
      }
  return [...byMark.values()];
}

/** A class, because five hundred of them are made when the program starts. */
class TokenSign {
  readonly mark: string;
  readonly text: string;
  readonly formats: TokenFormat[] = [];
  /** Whether a token may have a part before the mark, and a short rest. */
  #hasBefore: boolean | undefined;

  constructor(mark: string) {
    this.mark = mark;
    this.text = mark.toLowerCase();
  }

  find(text: string, at: number): Finding | undefined {
    if (!text.startsWith(this.mark, at)) return undefined;
    const end = at + this.mark.length;
    this.#hasBefore ??= this.formats.some(({ row }) => row.before !== '');
    const mayBeToken = this.#hasBefore || (hasRest(text, end) && isApart(text, at));
    return mayBeToken ? tokenAround(text, end, this.formats) : undefined;
  }
}

/** Whether the place is not inside a word, as `apart` says, but faster. */
function isApart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const isWord =
    (before >= 0x30 && before <= 0x39) ||
    (before >= 0x41 && before <= 0x5a) ||
    (before >= 0x61 && before <= 0x7a);
  return !isWord || text.charAt(at - 2) === '\\' || text.charAt(at - 3) === '%';
}

/** Whether enough of a token follows, or the line ends. Most marks are in ordinary words, and this is decided fast. */
function hasRest(text: string, at: number): boolean {
  rest.lastIndex = at;
  return rest.test(text);
}

const rest = /[\w.+/=!:-]{12}|[\w.+/=!:-]{1,11}(?:\r?\n|\\n)/y;

class TokenFormat {
  readonly #line: string;
  readonly #mark: string;
  readonly isUnsure: boolean;
  #row: FormatRow | undefined;
  #pattern: RegExp | undefined;

  constructor(line: string, mark: string, isUnsure: boolean) {
    this.#line = line;
    this.#mark = mark;
    this.isUnsure = isUnsure;
  }

  get row(): FormatRow {
    this.#row ??= formatRow(this.#line);
    return this.#row;
  }

  /** Matches where the mark ends; the first capture is the token up to there. */
  get pattern(): RegExp {
    if (this.#pattern === undefined) {
      const { before, rest: after } = this.row;
      const start = this.isUnsure ? farApart : apart;
      this.#pattern = new RegExp(`(?<=${start}(${before}${escaped(this.#mark)}))${after}`, 'y');
    }
    return this.#pattern;
  }
}

/** Not inside a word. The rest of an escape (`\n`, `%3D`) is not a word. */
const apart = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrtbf]|%[0-9A-Fa-f]{2}))';

/** Not inside a longer token either. */
const farApart = apart.replace('A-Za-z0-9', '\\w-');

function escaped(text: string): string {
  return text.replace(/[.+*?^$()[\]{}|\\/-]/g, '\\$&');
}

/** The token whose mark ends at this place. */
function tokenAround(text: string, at: number, formats: readonly TokenFormat[]): Finding | undefined {
  const found = tokenOf(formats, text, at);
  const wrapped = joinLines(text, at);
  if (wrapped === undefined) return found;
  const joined = tokenOf(formats, wrapped.text, wrapped.at);
  if (joined === undefined) return found;
  // A token that is complete at the end of its line continues only if the next line looks like its rest.
  if (found !== undefined && !isRest(wrapped.next, text.slice(found.start, at))) return found;
  const start = joined.start + at - wrapped.at;
  return { ...joined, start, end: wrapped.sourceOf(joined.end) };
}

/** Lists of tokens have a token in every line. */
function isRest(next: string, mark: string): boolean {
  return looksRandom(next) && !next.includes(mark) && !/^(?:[a-z]{2,8}[_-]){1,3}\w{12}/.test(next);
}

function tokenOf(formats: readonly TokenFormat[], text: string, at: number): Finding | undefined {
  for (const { row, isUnsure, pattern } of formats) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || masked.test(match[0].slice(0, 60))) continue;
    // A public token of Mapbox is a JWT after its mark.
    if (row.kind === 'jwt' && /pk\.eyJ$/.test(text.slice(Math.max(0, at - 6), at))) continue;
    if (isUnsure && !isRandomToken(match[0].slice(0, 100))) continue;
    // What is longer than any known token still belongs to it.
    wordRest.lastIndex = pattern.lastIndex;
    wordRest.test(text);
    return { start: at - (match[1]?.length ?? 0), end: wordRest.lastIndex, kind: row.kind };
  }
  return undefined;
}

const wordRest = /\w*/y;
/** `ghp_xxxxxxxx`: a description of the format. */
const masked = /x{6}|X{6}|EXAMPLE/;
