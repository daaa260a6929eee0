/*
 * Splits text into words, the same way for documents and queries: Unicode is normalised, case and accents are folded, and
 * compounds (gif-search, gif_search, gifSearch, next.js) are split into parts. Chinese, Japanese and Korean have no spaces
 * or attach endings, so they are split into overlapping pairs of characters.
 */

/** A word as its parts, in lower case: one for a plain word, several for a compound. Never empty. */
export type Word = readonly string[];

/** Reads character by character, because this reads every body of a library and patterns took twice as long. */
export function wordsOf(text: string): readonly Word[] {
  const folded = foldAccents(text);
  const words: Word[] = [];
  let at = 0;
  while (at < folded.length) {
    const kind = kindAt(folded, at);
    const start = at++;
    if (kind === unspaced) {
      while (kindAt(folded, at) === unspaced) at++;
      addPairs([...folded.slice(start, at)], words);
    } else if (kind >= digit) {
      while (continuesWord(folded, at)) at++;
      words.push(partsOf(folded, start, at));
    }
  }
  return words;
}

/** The form of a compound that is typed in one piece. */
export function joined(parts: Word): string {
  return cut(parts.join(''));
}

/** Anything longer is a key or encoded data, not a word that someone types. */
const maxWordLength = 40;

/** The kinds of characters; from digit on they are part of words. */
const gap = 0;
const unspaced = 1;
const dot = 2;
const apostrophe = 3;
const joint = 4;
const digit = 5;
const small = 6;
const capital = 7;
const beyondAscii = 8;

const kindsOfAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return small;
  if (/[A-Z]/.test(character)) return capital;
  if (/[0-9]/.test(character)) return digit;
  if (/[-_]/.test(character)) return joint;
  if (character === "'") return apostrophe;
  return character === '.' ? dot : gap;
});

/** The end, and an unpaired surrogate, which cannot be written to a file, are gaps. */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < kindsOfAscii.length) return kindsOfAscii[code] ?? gap;
  if (Number.isNaN(code)) return gap;
  const secondHalf = code >= 0xdc00 && code <= 0xdfff;
  const point = text.codePointAt(secondHalf ? at - 1 : at) ?? 0;
  const character = String.fromCodePoint(point);
  if (!wordCharacter.test(character) || (secondHalf && point <= 0xffff)) return gap;
  return unspacedScripts.test(character) ? unspaced : beyondAscii;
}

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const unspacedScripts = /[\p{Script=Han}\p{Script=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** A joint counts only between two parts, and a dot only before a letter: next.js is one word, 1.5 is two. */
function continuesWord(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  if (kind >= digit || kind <= unspaced) return kind >= digit;
  return kindAt(text, at + 1) >= (kind === dot ? small : digit);
}

/** camelCase is split only after a lower-case first letter: people search for GitHub and JavaScript as one word. */
function partsOf(text: string, start: number, end: number): Word {
  const parts: string[] = [];
  let from = start;
  let camel = kindAt(text, start) === small;
  for (let at = start + 1; at < end; at++) {
    const kind = kindAt(text, at);
    if (kind === joint || kind === dot) {
      parts.push(partOf(text, from, at));
      from = at + 1;
      camel = kindAt(text, from) === small;
    } else if (kind === capital && camel && startsPart(text, at)) {
      parts.push(partOf(text, from, at));
      from = at;
    }
  }
  parts.push(partOf(text, from, end));
  return parts;
}

/** Whether a capital starts a part: gif|Search, parse|HTTP|Header. */
function startsPart(text: string, at: number): boolean {
  const before = kindAt(text, at - 1);
  return before === small || before === digit || kindAt(text, at + 1) === small;
}

function partOf(text: string, from: number, to: number): string {
  const part = text.slice(from, to).toLowerCase();
  return cut(part.includes("'") ? part.replaceAll("'", '') : part);
}

function addPairs(characters: readonly string[], words: Word[]): void {
  if (characters.length === 1) words.push(characters);
  for (let at = 1; at < characters.length; at++) words.push([`${characters[at - 1]}${characters[at]}`]);
}

/** Removes only the accents of U+0300 to U+036F: other marks are vowels (Devanagari) or change the sound (kana). */
function foldAccents(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[’ßẞæÆœŒøØłŁđĐı]/g, (letter) => plainLetters[letter.toLowerCase()] ?? letter);
}

/** What people type for characters that normalisation does not change. */
const plainLetters: Readonly<Record<string, string>> = {
  '’': "'",
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

function cut(word: string): string {
  if (word.length <= maxWordLength) return word;
  const lastUnit = word.charCodeAt(maxWordLength - 1);
  const splitsPair = lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return word.slice(0, splitsPair ? maxWordLength - 1 : maxWordLength);
}
