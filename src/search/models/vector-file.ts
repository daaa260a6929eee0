/*
 * The form of a file of vectors: a line that says whose they are, then records of one size, each the hash of a text and
 * its vector. Records are only ever added at the end, each in one write, so several processes may add at once; the
 * same one twice does no harm. Whatever does not look like that is skipped.
 */

export interface VectorFile {
  readonly dimensions: number;
  readonly records: readonly VectorRecord[];
  /** Records that are added behind a torn one would not be found, so a file with a fault is written anew. */
  readonly isWhole: boolean;
}

/** A text, as its SHA-256, and what the model made of it. */
export interface VectorRecord {
  readonly hash: Uint8Array;
  readonly vector: Float32Array;
}

/** Undefined when the file holds no vectors of this model. */
export function parseVectorFile(bytes: Uint8Array, model: string): VectorFile | undefined {
  const bodyStart = bytes.indexOf(newline) + 1;
  const header = new TextDecoder().decode(bytes.subarray(0, bodyStart));
  const dimensions = Number(/^\S+ \d+ (\d+) /.exec(header)?.[1]);
  if (!(dimensions > 0) || header !== headerLine(model, dimensions)) return undefined;
  // A copy begins where numbers may begin, which a part of a larger buffer may not.
  const { buffer } = new Uint8Array(bytes.subarray(bodyStart));
  const size = recordSize(dimensions);
  const records: VectorRecord[] = [];
  for (let start = 0; start + size <= buffer.byteLength; start += size) {
    const vector = new Float32Array(buffer, start + hashSize, dimensions);
    if (isUsable(vector)) records.push({ hash: new Uint8Array(buffer, start, hashSize), vector });
  }
  return { dimensions, records, isWhole: records.length * size === buffer.byteLength };
}

/** A whole file. There is at least one record, and all vectors are of the same size. */
export function fileBytes(model: string, records: readonly VectorRecord[]): Uint8Array {
  const header = new TextEncoder().encode(headerLine(model, records[0]?.vector.length ?? 0));
  const body = recordBytes(records);
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}

/** What is added to a file. */
export function recordBytes(records: readonly VectorRecord[]): Uint8Array {
  const size = recordSize(records[0]?.vector.length ?? 0);
  const bytes = new Uint8Array(records.length * size);
  for (const [index, { hash, vector }] of records.entries()) {
    bytes.set(hash, index * size);
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), index * size + hashSize);
  }
  return bytes;
}

/** By which a hash is found in a map. */
export function keyOf(hash: Uint8Array): string {
  return String.fromCharCode(...hash);
}

const magic = 'coppice-vectors';
const formatVersion = 1;
const newline = 0x0a;
const hashSize = 32;

function headerLine(model: string, dimensions: number): string {
  return `${magic} ${formatVersion} ${dimensions} ${JSON.stringify(model)}\n`;
}

function recordSize(dimensions: number): number {
  return hashSize + dimensions * Float32Array.BYTES_PER_ELEMENT;
}

/** Vectors are of length 1 or 0; bytes that are none, or that another kind of machine wrote, are told by that. */
function isUsable(vector: Float32Array): boolean {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 || Math.abs(square - 1) < 0.001;
}
