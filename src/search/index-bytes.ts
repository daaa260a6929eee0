/*
 * Serializes an index, so that a process can open it from a cache instead of reading every skill again. The arrays are
 * stored as in memory and are not copied. Bytes of another version or byte order, or with a wrong checksum, give no
 * index; the cache is then rebuilt.
 */

import type { SearchIndex } from './search-index.js';
import { sizeOf } from './string-table.js';

/** Must be raised when the layout, words or weights change, because old caches would not match new queries. */
const version = 1;

export function indexToBytes(index: SearchIndex): Uint8Array<ArrayBuffer> {
  const idText = new TextEncoder().encode(index.ids.text);
  const termText = new TextEncoder().encode(index.terms.text);
  const counts: Counts = [
    sizeOf(index.ids),
    sizeOf(index.terms),
    index.documents.length,
    idText.length,
    termText.length,
  ];
  const layout = layoutOf(counts);
  const bytes = new Uint8Array(layout.end);
  const words = new Uint32Array(bytes.buffer);
  words.set([signature, version, layout.end, 0, ...counts]);
  words.set(index.ids.starts, layout.idStarts / 4);
  words.set(index.terms.starts, layout.termStarts / 4);
  words.set(index.signatures, layout.signatures / 4);
  words.set(index.postingStarts, layout.postingStarts / 4);
  words.set(index.documents, layout.documents / 4);
  new Uint16Array(bytes.buffer).set(index.weights, layout.weights / 2);
  bytes.set(idText, layout.idText);
  bytes.set(termText, layout.termText);
  words[checksumAt] = checksumOf(words);
  return bytes;
}

export function indexFromBytes(bytes: Uint8Array): SearchIndex | undefined {
  if (bytes.length < headerBytes || bytes.length % 16 !== 0) return undefined;
  // Typed arrays need an aligned offset, which a part of a larger buffer may not have.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(buffer, byteOffset, bytes.length / 4);
  const [found, foundVersion, end, checksum, ids = 0, terms = 0, postings = 0, idBytes = 0, termBytes = 0] =
    words;
  if (found !== signature || foundVersion !== version || end !== bytes.length) return undefined;
  if (checksum !== checksumOf(words)) return undefined;

  const layout = layoutOf([ids, terms, postings, idBytes, termBytes]);
  const numbers = (start: number, count: number) => new Uint32Array(buffer, byteOffset + start, count);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = (start: number, size: number) =>
    decoder.decode(new Uint8Array(buffer, byteOffset + start, size));
  return {
    ids: { text: text(layout.idText, idBytes), starts: numbers(layout.idStarts, ids + 1) },
    terms: { text: text(layout.termText, termBytes), starts: numbers(layout.termStarts, terms + 1) },
    signatures: numbers(layout.signatures, terms),
    postingStarts: numbers(layout.postingStarts, terms + 1),
    documents: numbers(layout.documents, postings),
    weights: new Uint16Array(buffer, byteOffset + layout.weights, postings),
  };
}

/** A number, so that a machine with another byte order does not recognise it. */
const signature = 0x58535043;

/** Signature, version, size and checksum, then the counts and three reserved numbers. */
const headerBytes = 48;
const checksumAt = 3;
const checkedFrom = 4;

type Counts = readonly [
  ids: number,
  terms: number,
  postings: number,
  idTextBytes: number,
  termTextBytes: number,
];

/** The byte offset of each part: wider numbers first, so that all are aligned. */
function layoutOf([ids, terms, postings, idTextBytes, termTextBytes]: Counts) {
  const idStarts = headerBytes;
  const termStarts = idStarts + (ids + 1) * 4;
  const signatures = termStarts + (terms + 1) * 4;
  const postingStarts = signatures + terms * 4;
  const documents = postingStarts + (terms + 1) * 4;
  const weights = documents + postings * 4;
  const idText = weights + postings * 2;
  const termText = idText + idTextBytes;
  const end = Math.ceil((termText + termTextBytes) / 16) * 16;
  return { idStarts, termStarts, signatures, postingStarts, documents, weights, idText, termText, end };
}

/**
 * A change of any single word changes the sum, because every step is invertible. Four independent sums are faster than
 * one, and this is most of the time that opening takes.
 */
function checksumOf(words: Uint32Array): number {
  let [one, two, three, four] = [1, 2, 3, 4];
  for (let at = checkedFrom; at < words.length; at += 4) {
    one = Math.imul(one ^ (words[at] ?? 0), 0x01000193);
    two = Math.imul(two ^ (words[at + 1] ?? 0), 0x01000193);
    three = Math.imul(three ^ (words[at + 2] ?? 0), 0x01000193);
    four = Math.imul(four ^ (words[at + 3] ?? 0), 0x01000193);
  }
  return (one ^ Math.imul(two, 3) ^ Math.imul(three, 5) ^ Math.imul(four, 7)) >>> 0;
}
