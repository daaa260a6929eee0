/*
 * The compression of a bundle: exactly one gzip member, with a plain header. The frame is read and written here and not
 * by zlib, because zlib ignores whatever follows the first member, and writes the operating system into the header. The
 * output is counted while it is decompressed.
 */

import { crc32, createInflateRaw, deflateRawSync, type InflateRaw, inflateRawSync } from 'node:zlib';
import { CoppiceError } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';

/** The functions that pack, unpack and digest a bundle. */
export const bundleCodec = { gzip, gunzip, sha256Hex };

/** Stops at the first byte beyond the limit, and never keeps more than that. */
export async function gunzip(
  packed: Uint8Array,
  limitBytes: number,
  makeInflater = () => createInflateRaw({ chunkSize: 64 * 1024 }),
): Promise<Uint8Array> {
  const { deflated, checksum, sizeBytes } = openFrame(packed);
  const roomBytes = Math.min(sizeBytes, limitBytes);
  const inflated =
    Math.max(roomBytes, deflated.length) <= smallBytes
      ? inflateAtOnce(deflated, roomBytes)
      : await inflateInPieces(deflated, roomBytes, makeInflater());
  if (inflated === 'too-long') throw sizeBytes > limitBytes ? tooLarge(limitBytes) : otherLength();
  const { bytes, takenBytes } = inflated;
  if (takenBytes < deflated.length) throw badBundle('there is data after the end of the compressed data');
  if (bytes.length !== sizeBytes) throw otherLength();
  if (crc32(bytes) !== checksum) throw badBundle('the checksum of the compressed data is wrong');
  return bytes;
}

/** The same bytes give the same result on every system, as long as zlib itself is the same. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([plainHeader, deflateRawSync(bytes, { level: 9 }), trailer]);
}

/** Up to this size it is faster not to use a stream, and the event loop is not blocked for long. */
const smallBytes = 128 * 1024;

type Inflated = { readonly bytes: Uint8Array; readonly takenBytes: number } | 'too-long';

function inflateAtOnce(deflated: Uint8Array, roomBytes: number): Inflated {
  try {
    const options = { maxOutputLength: Math.max(roomBytes, 1), info: true } as const;
    // The types do not know `info`: it also returns the engine, which knows how much of the input was used.
    const { buffer, engine } = inflateRawSync(deflated, options) as unknown as Engaged;
    return { bytes: new Uint8Array(buffer), takenBytes: engine.bytesWritten };
  } catch (error) {
    if (error instanceof RangeError) return 'too-long';
    throw isZlibError(error) ? damaged(error) : error;
  }
}

interface Engaged {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

async function inflateInPieces(
  deflated: Uint8Array,
  roomBytes: number,
  inflater: InflateRaw,
): Promise<Inflated> {
  const room = new Uint8Array(roomBytes);
  inflater.end(deflated);
  let filled = 0;
  try {
    for await (const chunk of inflater) {
      if (filled + chunk.length > room.length) return 'too-long';
      room.set(chunk, filled);
      filled += chunk.length;
    }
  } catch (error) {
    throw isZlibError(error) ? damaged(error) : error;
  }
  return { bytes: room.subarray(0, filled), takenBytes: inflater.bytesWritten };
}

interface Frame {
  readonly deflated: Uint8Array;
  readonly checksum: number;
  /** The size after decompression. */
  readonly sizeBytes: number;
}

const deflate = 8;
const hasName = 0x08;
const trailerBytes = 8;
/** No flags, no time, best compression, no particular system. */
const plainHeader = Uint8Array.of(0x1f, 0x8b, deflate, 0, 0, 0, 0, 0, 2, 255);

function openFrame(packed: Uint8Array): Frame {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0x1f8b)
    throw badBundle('the bundle is not compressed with gzip');
  if (bytes[2] !== deflate) throw badBundle('the bundle uses an unknown compression method');
  const flags = bytes[3];
  if (flags !== 0 && flags !== hasName) throw badBundle('the gzip header has unusual fields');
  const start = flags === hasName ? bytes.indexOf(0, plainHeader.length) + 1 : plainHeader.length;
  const end = bytes.length - trailerBytes;
  if (start === 0 || start > end) throw badBundle('the compressed data is damaged or cut off');
  return {
    deflated: bytes.subarray(start, end),
    checksum: bytes.readUInt32LE(end),
    sizeBytes: bytes.readUInt32LE(end + 4),
  };
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && `${error.code}`.startsWith('Z_');
}

function damaged(cause: unknown) {
  return badBundle('the compressed data is damaged or cut off', cause);
}

function tooLarge(limitBytes: number) {
  return new CoppiceError('bundle-too-large', `the bundle unpacks to more than ${limitBytes} bytes`);
}

function otherLength() {
  return badBundle('the length of the decompressed data does not match its trailer');
}

function badBundle(fault: string, cause?: unknown): CoppiceError {
  return new CoppiceError('bad-bundle', fault, { cause });
}
