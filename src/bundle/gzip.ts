/*
 * The wrapping of a bundle: exactly one member of gzip, with no more in its header than programs put there on their
 * own. The frame is read and written here and not by zlib, because zlib passes over whatever follows the first member,
 * and writes the operating system into the header. What comes out is counted while it comes.
 */

import { crc32, createInflateRaw, deflateRawSync } from 'node:zlib';
import { badBundle, bundleTooLarge } from './refusal.js';

/** Stops at the first byte beyond the limit, without having kept more than that. */
export async function gunzip(
  packed: Uint8Array,
  limitBytes: number,
  makeInflater = () => createInflateRaw({ chunkSize: 64 * 1024 }),
): Promise<Uint8Array> {
  const { deflated, checksum, sizeBytes } = openFrame(packed);
  const room = new Uint8Array(Math.min(sizeBytes, limitBytes));
  const inflater = makeInflater();
  inflater.end(deflated);
  let filled = 0;
  try {
    for await (const chunk of inflater) {
      if (filled + chunk.length > room.length)
        throw sizeBytes > limitBytes ? tooLarge(limitBytes) : otherLength();
      room.set(chunk, filled);
      filled += chunk.length;
    }
  } catch (error) {
    if (isZlibError(error)) throw badBundle('the compressed data is damaged or cut off', error);
    throw error;
  }
  if (inflater.bytesWritten < deflated.length) throw badBundle('something stands behind the compressed data');
  if (filled !== sizeBytes) throw otherLength();
  if (crc32(room) !== checksum) throw badBundle('the checksum of the compressed data is wrong');
  return room;
}

/** The same bytes give the same result on every system, as long as zlib itself is the same. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([plainHeader, deflateRawSync(bytes, { level: 9 }), trailer]);
}

interface Frame {
  readonly deflated: Uint8Array;
  readonly checksum: number;
  /** Of what comes out. */
  readonly sizeBytes: number;
}

const deflate = 8;
const hasName = 0x08;
const trailerBytes = 8;
/** No flags, no time; best compression; on no system in particular. */
const plainHeader = Uint8Array.of(0x1f, 0x8b, deflate, 0, 0, 0, 0, 0, 2, 255);

function openFrame(packed: Uint8Array): Frame {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0x1f8b)
    throw badBundle('the bundle is not compressed with gzip');
  if (bytes[2] !== deflate) throw badBundle('the bundle is compressed in a way that is not known');
  const flags = bytes[3];
  if (flags !== 0 && flags !== hasName) throw badBundle('the header of gzip has unusual fields');
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

function tooLarge(limitBytes: number) {
  return bundleTooLarge(`the bundle unpacks to more than ${limitBytes} bytes`);
}

function otherLength() {
  return badBundle('the length of the compressed data is not what its end says');
}
