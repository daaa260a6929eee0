/*
 * Compressed data that unpacks to far more than it is, for tests: made piece by piece, because compressing it as a
 * whole takes a while.
 */

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { gzip } from './gzip.js';

export function gzipWithZeros(before: Uint8Array, zeroBytes: number, after: Uint8Array): Uint8Array {
  const piece = new Uint8Array(1024 * 1024);
  const flushed = (bytes: Uint8Array) =>
    deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const zeros = flushed(piece);
  const pieces = Array.from({ length: zeroBytes / piece.length }, () => piece);
  const checksum = [before, ...pieces, after].reduce((sum, bytes) => crc32(bytes, sum), 0);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(before.length + zeroBytes + after.length, 4);
  const header = gzip(before).subarray(0, 10);
  return Buffer.concat([header, flushed(before), ...pieces.map(() => zeros), deflateRawSync(after), trailer]);
}
