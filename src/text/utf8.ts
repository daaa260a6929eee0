/*
 * Bytes as text, and the length, order, lines and beginning of text: what every part of reading a file needs in the same
 * way.
 */

import { CoppiceError } from './errors.js';

export const byteOrderMark = '\uFEFF';

/** Bytes that are not UTF-8 become U+FFFD. A byte order mark inside the file is a character like any other. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** Undefined for bytes that are not UTF-8. With `stream`, the last character may be cut off. */
export function decodeStrict(
  bytes: Uint8Array,
  options: { readonly stream?: boolean } = {},
): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, options);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Undefined for bytes that are not text: not UTF-8, or with a NUL. */
export function decodePlainText(
  bytes: Uint8Array,
  options: { readonly stream?: boolean } = {},
): string | undefined {
  return bytes.includes(0) ? undefined : decodeStrict(bytes, options);
}

/** A file of settings, empty if there is none. Other encodings are refused, since they could not be written back unchanged. */
export function decodeSettings(bytes: Uint8Array | undefined, path: string): string {
  const text = bytes === undefined ? '' : decodeStrict(bytes);
  if (text !== undefined) return text;
  throw new CoppiceError('bad-config', `${path} is not UTF-8`, { hint: 'save it as UTF-8' });
}

export function isUtf8(bytes: Uint8Array): boolean {
  return decodeStrict(bytes) !== undefined;
}

/** The byte order mark that some editors put first, and the rest. */
export function splitMark(text: string): { readonly mark: string; readonly content: string } {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { mark, content: text.slice(mark.length) };
}

/** The first line break of the text; a line feed where it has none. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The number of lines that end before this index. */
export function linesBefore(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}

/** Code points: for a reader, a character outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The beginning of the text by code points, so that no character is cut in half. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** The text in at most `max` characters; where it has more, the last one is an ellipsis. */
export function shortened(text: string, max: number): string {
  return firstCharacters(text, max) === text ? text : `${firstCharacters(text, max - 1).trimEnd()}…`;
}

/** Orders by code units, as the database does and every machine alike. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
