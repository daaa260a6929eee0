/*
 * Searches a text for hundreds of literal texts at once, ignoring case. Three characters of each literal are chosen, the
 * rarest ones, and the text is read once, two bytes at a time: three successive characters are a number, and a table says
 * whether a literal has them. It takes as long as a regular expression for five of the literals.
 */

/** Calls back for every literal in the text, with its number in the list and its place. */
export type LiteralSearch = (text: string, onFound: (literal: number, at: number) => void) => void;

/** Each literal has at least three characters, all of them of the `alphabet`. */
export function createLiteralSearch(literals: readonly string[]): LiteralSearch {
  const isChosen = new Uint8Array(1 << (3 * bits));
  const byTriple = new Map<number, Chosen[]>();
  for (const [number, literal] of literals.entries()) {
    const codes = Uint8Array.from(literal, (character) => codeOf[character.charCodeAt(0)] ?? 0);
    const offset = rarestTriple(codes);
    const triple = tripleAt(codes, offset);
    isChosen[triple] = 1;
    byTriple.set(triple, [...(byTriple.get(triple) ?? []), { number, codes, offset }]);
  }
  return (text, onFound) => {
    const buffer = bufferFor(text);
    const { bytes } = buffer;
    const { written } = encoder.encodeInto(text, bytes);
    bytes[written] = 0;
    const isAscii = written === text.length;
    const place = { at: 0, ahead: 0 };
    for (let from = 0; 2 * from < written; from += step) {
      const count = collect(buffer.pairs, from, Math.min(from + step, (written + 1) >> 1), isChosen);
      for (let index = 0; index < count; index += 1) {
        for (const { number, codes, offset } of byTriple.get(triples[index] ?? 0) ?? []) {
          const start = (ends[index] ?? 0) - 2 - offset;
          if (hasCodes(bytes, start, codes, written))
            onFound(number, isAscii ? start : textIndex(bytes, start, place));
        }
      }
    }
  };
}

/** A part of the text that can be searched for: the first three successive characters of the alphabet. */
export function searchablePart(text: string): { readonly part: string; readonly offset: number } | undefined {
  for (let offset = 0; offset + 3 <= text.length; offset += 1) {
    const part = text.slice(offset, offset + 3);
    if ([...part].every((character) => (codeOf[character.charCodeAt(0)] ?? 0) > 0)) return { part, offset };
  }
  return undefined;
}

interface Chosen {
  readonly number: number;
  readonly codes: Uint8Array;
  /** Where the chosen triple is in the literal. */
  readonly offset: number;
}

/** This many pairs of bytes are read before what was found is looked at. */
const step = 1 << 12;
/** The chosen triples of one step, and where each ends. */
const triples = new Int32Array(2 * step);
const ends = new Int32Array(2 * step);

/** Returns how many triples there are. It calls nothing, because the loop runs for every two bytes of a text. */
function collect(pairs: Uint16Array, from: number, to: number, isChosen: Uint8Array): number {
  let before = from === 0 ? 0 : (codesOfPair[pairs[from - 1] ?? 0] ?? 0);
  let count = 0;
  for (let index = from; index < to; index += 1) {
    const codes = codesOfPair[pairs[index] ?? 0] ?? 0;
    const first = ((before << bits) | (codes >> bits)) & mask;
    const second = ((before << (2 * bits)) | codes) & mask;
    before = codes;
    if (isChosen[first] !== 0) {
      triples[count] = first;
      ends[count] = 2 * index;
      count += 1;
    }
    if (isChosen[second] !== 0) {
      triples[count] = second;
      ends[count] = 2 * index + 1;
      count += 1;
    }
  }
  return count;
}

/** From the most frequent to the rarest, about as in English text and in code. */
const alphabet = ' etaoinsrlhdcumpf./:"=g-y_bw\'v0k12x34j56789qz@$*\\~+&\n';
const bits = 6;
const mask = (1 << (3 * bits)) - 1;

/** A letter and its capital have the same code; all other characters have none. */
const codeOf = new Uint8Array(256);
for (const [index, character] of [...alphabet].entries()) {
  codeOf[character.charCodeAt(0)] = index + 1;
  codeOf[character.toUpperCase().charCodeAt(0)] = index + 1;
}

interface TextBuffer {
  readonly bytes: Uint8Array;
  readonly pairs: Uint16Array;
}

function newBuffer(length: number): TextBuffer {
  const bytes = new Uint8Array(length);
  return { bytes, pairs: new Uint16Array(bytes.buffer) };
}

/** The codes of two bytes, by the number that the two are together on this machine. */
const codesOfPair = new Uint16Array(1 << 16);
const example = newBuffer(2);
for (let one = 0; one < 0x100; one += 1)
  for (let other = 0; other < 0x100; other += 1) {
    example.bytes[0] = one;
    example.bytes[1] = other;
    codesOfPair[example.pairs[0] ?? 0] = ((codeOf[one] ?? 0) << bits) | (codeOf[other] ?? 0);
  }

const encoder = new TextEncoder();
/** Most texts are excerpts that fit; a longer one gets a buffer of its own. */
const usual = newBuffer(1 << 14);

function bufferFor(text: string): TextBuffer {
  const enough = text.length * 3 + 2;
  return enough > usual.bytes.length ? newBuffer(enough + (enough % 2)) : usual;
}

/** The place in the text of a place in its bytes. The places are asked for in about ascending order. */
function textIndex(bytes: Uint8Array, start: number, place: { at: number; ahead: number }): number {
  for (; place.at < start; place.at += 1) place.ahead += extra(bytes[place.at] ?? 0);
  for (; place.at > start; place.at -= 1) place.ahead -= extra(bytes[place.at - 1] ?? 0);
  return start - place.ahead;
}

/** By how much a byte of a character of several bytes changes the difference to the text. */
function extra(byte: number): number {
  if (byte < 0x80) return 0;
  // A character of four bytes is two units of the text.
  return byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
}

function tripleAt(codes: Uint8Array, offset: number): number {
  return ((codes[offset] ?? 0) << (2 * bits)) | ((codes[offset + 1] ?? 0) << bits) | (codes[offset + 2] ?? 0);
}

/** The rarest characters have the highest codes. */
function rarestTriple(codes: Uint8Array): number {
  const rarity = (offset: number) =>
    (codes[offset] ?? 0) + (codes[offset + 1] ?? 0) + (codes[offset + 2] ?? 0);
  let rarest = 0;
  for (let offset = 1; offset + 3 <= codes.length; offset += 1)
    if (rarity(offset) > rarity(rarest)) rarest = offset;
  return rarest;
}

function hasCodes(bytes: Uint8Array, start: number, codes: Uint8Array, end: number): boolean {
  if (start < 0 || start + codes.length > end) return false;
  for (let index = 0; index < codes.length; index += 1)
    if (codeOf[bytes[start + index] ?? 0] !== codes[index]) return false;
  return true;
}
