/*
 * Reads the bytes of a file as the text that a program would run or an agent would read. A shell skips NUL bytes,
 * PowerShell reads UTF-16, and most programs ignore a byte order mark; a reader that stops at any of them sees nothing.
 * What hides text from such readers is reported with it.
 */

import { decodeUtf8 } from '../../text/utf8.js';

export interface ReadText {
  readonly text: string;
  /** How the bytes keep tools from reading the text; undefined for plain text. */
  readonly disguise?: Disguise;
}

export type Disguise = 'nul-bytes' | 'utf-16' | 'utf-16-unmarked';

/** Undefined for content that is not text. `isNamedText`: the name of the file says that it is text. */
export function readText(bytes: Uint8Array, isNamedText: boolean): ReadText | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { text: decodeUtf16(bytes.subarray(2), marked), disguise: 'utf-16' };
  if (!bytes.includes(0)) return { text: decodeUtf8(bytes) };
  const sample = bytes.subarray(0, sampleBytes);
  const unmarked = unmarkedEncoding(sample);
  if (unmarked !== undefined) {
    const text = decodeUtf16(bytes, unmarked);
    if (isMostlyText(text)) return { text, disguise: 'utf-16-unmarked' };
  }
  if (!isNamedText && (isMedia(bytes) || !isMostlyText(decodeUtf8(withoutNul(sample))))) return undefined;
  return { text: decodeUtf8(withoutNul(bytes)), disguise: 'nul-bytes' };
}

type Utf16 = 'little' | 'big';

const sampleBytes = 65_536;

function markedEncoding([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : undefined;
}

/** Letters of most languages have a NUL as one of their two bytes, always on the same side. */
function unmarkedEncoding(sample: Uint8Array): Utf16 | undefined {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at += 1) {
    if (sample[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const pairs = sample.length / 2;
  if (odd > pairs * 0.6 && even < pairs * 0.05) return 'little';
  return even > pairs * 0.6 && odd < pairs * 0.05 ? 'big' : undefined;
}

function decodeUtf16(bytes: Uint8Array, encoding: Utf16): string {
  return (encoding === 'little' ? littleEndian : bigEndian).decode(bytes);
}

const littleEndian = new TextDecoder('utf-16le');
const bigEndian = new TextDecoder('utf-16be');

function withoutNul(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte) => byte !== 0);
}

/** Compiled and compressed content is full of control characters and of bytes that are no characters. */
function isMostlyText(text: string): boolean {
  const start = text.slice(0, sampleBytes);
  const strange = start.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return strange <= start.length * 0.02;
}

/** Pictures, sounds, fonts and documents whose start a reader recognises, whatever text they contain. */
function isMedia(bytes: Uint8Array): boolean {
  return mediaStarts.some((start) => start.every((byte, at) => bytes[at] === byte));
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const mediaStarts: readonly (readonly number[])[] = [
  [0x89, ...ascii('PNG')],
  [0xff, 0xd8, 0xff],
  ascii('GIF8'),
  ascii('RIFF'),
  ascii('%PDF-'),
  ascii('OTTO'),
  ascii('wOF'),
  ascii('ID3'),
  ascii('OggS'),
  ascii('SQLite format 3'),
  [0, 1, 0, 0],
  [...ascii('PK'), 3, 4],
  [0x7f, ...ascii('ELF')],
];
