/*
 * Finds secrets that are encoded in base64, as in the configuration of clusters and clients. Base64 of plain text differs
 * from random base64: every fourth character is one of the first half of the alphabet.
 */

import type { Finder, Finding } from './find.js';

/** Adds to the findings what `find` finds in decoded text. */
export function findEncoded(text: string, find: Finder, findings: Finding[]): void {
  turn.lastIndex = 0;
  for (let match = turn.exec(text); match !== null; match = turn.exec(text)) {
    wordStart.lastIndex = match.index;
    const start = match.index - (wordStart.exec(text)?.[1]?.length ?? 0);
    word.lastIndex = start;
    const encoded = (word.exec(text)?.[0] ?? '').replace(/=+$/, '');
    const end = word.lastIndex;
    turn.lastIndex = Math.max(end, turn.lastIndex);
    const [found] = encodesText(encoded) ? find(decode(encoded)) : [];
    if (found !== undefined) findings.push({ start, end, kind: found.kind });
  }
}

/** The plain text of base64, without its padding. Undecodable characters are left out. */
export function decode(encoded: string): string {
  let text = '';
  for (let at = 0; at + 1 < encoded.length && at < longest; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((offset) =>
      alphabet.indexOf(encoded.charAt(at + offset)),
    );
    text += String.fromCharCode((a << 2) | (b >> 4));
    if (at + 2 < encoded.length) text += String.fromCharCode(((b & 15) << 4) | (c >> 2));
    if (at + 3 < encoded.length) text += String.fromCharCode(((c & 3) << 6) | d);
  }
  return text;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const longest = 4_000;

/** A place in a long word at which a small letter meets a capital. */
const turn = /[a-z][A-Z](?=[A-Za-z0-9+/]{18})/g;
/** The capture is the word before the place. */
const wordStart = /(?<=((?<![A-Za-z0-9+/])[A-Za-z0-9+/]{0,200}))/y;
const word = /[A-Za-z0-9+/]{0,100000}={0,2}/y;

function encodesText(encoded: string): boolean {
  return plainQuads.test(encoded) && /^[\t\n\r -~]+$/.test(decode(encoded.slice(0, 64)));
}

/** Six groups of four characters, of plain text. */
const plainQuads = /^(?:[A-Za-f][A-Za-z0-9+/]{3}){6}/;
