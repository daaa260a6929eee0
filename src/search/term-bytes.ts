/*
 * The terms of one document as bytes, for a store that keeps them beside the document: a version, the weights, and the
 * terms, one per line. No term contains a line feed, because a term is made of letters and digits.
 */

import type { WeightedTerm } from './term-weights.js';

/** Must be raised when words or weights change, because stored terms would not match new queries. */
const version = 1;

export function termsToBytes(terms: readonly WeightedTerm[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(terms.map(([term]) => term).join('\n'));
  const bytes = new Uint8Array(headerBytes + 2 * terms.length + text.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, version, true);
  view.setUint32(2, terms.length, true);
  terms.forEach(([, weight], number) => {
    view.setUint16(headerBytes + 2 * number, weight, true);
  });
  bytes.set(text, headerBytes + 2 * terms.length);
  return bytes;
}

/** Undefined for bytes of another version, and for damaged ones. */
export function termsFromBytes(bytes: Uint8Array): readonly WeightedTerm[] | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(2, true);
  const textAt = headerBytes + 2 * count;
  if (view.getUint16(0, true) !== version || textAt > bytes.length) return undefined;
  if (count === 0) return [];
  const terms = decoder.decode(bytes.subarray(textAt)).split('\n');
  if (terms.length !== count) return undefined;
  return terms.map((term, number) => [term, view.getUint16(headerBytes + 2 * number, true)] as const);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const headerBytes = 6;
