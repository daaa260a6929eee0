/*
 * Searches a text for hundreds of literal texts at once, ignoring case. Three characters of each literal are chosen, the
 * rarest ones, and the text is read once: three successive characters are a number, and a table says whether a literal has
 * them. It takes as long as a regular expression for five of the literals.
 */

/** Calls back for every literal in the text, with its number in the list and its place. Returns whether the text is ASCII. */
export type LiteralSearch = (text: string, onFound: (literal: number, at: number) => void) => boolean;

/** Each literal is in lower case and has at least three characters of the `alphabet`. */
export function createLiteralSearch(literals: readonly string[]): LiteralSearch {
  const isChosen = new Uint8Array(1 << (3 * bits));
  const byTriple = new Map<number, Chosen[]>();
  for (let number = 0; number < literals.length; number += 1) {
    const literal = literals[number] ?? '';
    const offset = rarestTriple(literal);
    const triple = tripleAt(literal, offset);
    const chosen = { number, literal, offset };
    if (isChosen[triple] === 0) byTriple.set(triple, [chosen]);
    else byTriple.get(triple)?.push(chosen);
    isChosen[triple] = 1;
  }
  return (text, onFound) => {
    const bytes = bufferFor(text);
    const { written } = encoder.encodeInto(text, bytes);
    const isAscii = written === text.length;
    const place = { at: 0, ahead: 0 };
    for (let from = 0; from < written; from += step) {
      const count = collect(bytes, from, Math.min(from + step, written), isChosen);
      for (let index = 0; index < count; index += 1) {
        for (const { number, literal, offset } of byTriple.get(triples[index] ?? 0) ?? []) {
          const start = (ends[index] ?? 0) - 2 - offset;
          if (hasLiteral(bytes, start, literal, written))
            onFound(number, isAscii ? start : textIndex(bytes, start, place));
        }
      }
    }
    return isAscii;
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
  readonly literal: string;
  /** Where the chosen triple is in the literal. */
  readonly offset: number;
}

/** This many bytes are read before what was found is looked at. */
const step = 1 << 13;
/** The chosen triples of one step, and where each ends. */
const triples = new Int32Array(step + 2);
const ends = new Int32Array(step + 2);

/** Returns how many triples there are. It calls nothing, because the loop runs for every two bytes of a text. */
function collect(bytes: Uint8Array, from: number, to: number, isChosen: Uint8Array): number {
  let before =
    from < 2 ? 0 : ((codeOf[bytes[from - 2] ?? 0] ?? 0) << bits) | (codeOf[bytes[from - 1] ?? 0] ?? 0);
  let count = 0;
  for (let at = from; at < to; at += 2) {
    const first = (before << bits) | (codeOf[bytes[at] ?? 0] ?? 0);
    const second = ((first << bits) & mask) | (codeOf[bytes[at + 1] ?? 0] ?? 0);
    before = second & pairMask;
    if (isChosen[first] !== 0) {
      triples[count] = first;
      ends[count] = at;
      count += 1;
    }
    if (isChosen[second] !== 0) {
      triples[count] = second;
      ends[count] = at + 1;
      count += 1;
    }
  }
  return count;
}

/** From the most frequent to the rarest, about as in English text and in code. */
const alphabet = ' etaoinsrlhdcumpf./:"=g-y_bw\'v0k12x34j56789qz@$*(\\~+&\n';
const bits = 6;
const mask = (1 << (3 * bits)) - 1;
const pairMask = (1 << (2 * bits)) - 1;

/** A letter and its capital have the same code; all other characters have none. */
const codeOf = new Uint8Array(256);
for (const [index, character] of [...alphabet].entries()) {
  codeOf[character.charCodeAt(0)] = index + 1;
  codeOf[character.toUpperCase().charCodeAt(0)] = index + 1;
}

const encoder = new TextEncoder();
/** Most texts are excerpts that fit; a longer one gets a buffer of its own. */
const usual = new Uint8Array(1 << 14);

function bufferFor(text: string): Uint8Array {
  const enough = text.length * 3 + 1;
  return enough > usual.length ? new Uint8Array(enough) : usual;
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

function tripleAt(literal: string, offset: number): number {
  return (
    (codeAt(literal, offset) << (2 * bits)) |
    (codeAt(literal, offset + 1) << bits) |
    codeAt(literal, offset + 2)
  );
}

function codeAt(literal: string, index: number): number {
  return codeOf[literal.charCodeAt(index)] ?? 0;
}

const joints = '_-.';

/** The start or the end: a joint is rare, and most marks of tokens end with one; else the rarest characters decide. */
function rarestTriple(literal: string): number {
  const last = literal.length - 3;
  if (last === 0 || joints.includes(literal.charAt(last + 2))) return last;
  const rarity = (offset: number) =>
    codeAt(literal, offset) + codeAt(literal, offset + 1) + codeAt(literal, offset + 2);
  return rarity(last) > rarity(0) ? last : 0;
}

function hasLiteral(bytes: Uint8Array, start: number, literal: string, end: number): boolean {
  if (start < 0 || start + literal.length > end) return false;
  for (let index = 0; index < literal.length; index += 1)
    if (codeOf[bytes[start + index] ?? 0] !== codeAt(literal, index)) return false;
  return true;
}
