/*
 * Splits a Zstandard stream (RFC 8878) into blocks without decompressing them, so that a decoder gets one block at a time,
 * and never one that would need more memory than allowed.
 */

export interface ZstdBlock {
  /** Includes the header of the frame before its first block, and the checksum after its last. */
  readonly bytes: Uint8Array;
  readonly endsFrame: boolean;
  /** The number of previous bytes that a decoder must keep. */
  readonly windowBytes: number;
}

export class ZstdFrames {
  #pending: Uint8Array = new Uint8Array();
  #toSkip = 0;
  #frame: FrameHeader | undefined;

  /** Yields the complete blocks; nothing follows 'broken'. */
  *push(piece: Uint8Array): Generator<ZstdBlock | 'broken'> {
    const bytes = concat(this.#pending, piece);
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#toSkip, bytes.length - at);
      this.#toSkip -= skipped;
      at += skipped;
      const rest = bytes.subarray(at);
      this.#pending = rest;
      if (rest.length === 0) return;
      const opened: Opening = this.#frame ?? frameHeader(rest);
      if (opened === 'incomplete') return;
      if (opened === 'broken') return yield 'broken';
      if ('skippedBytes' in opened) {
        this.#toSkip = opened.skippedBytes;
        continue;
      }
      const block = blockIn(rest, opened);
      if (block === 'incomplete') return;
      if (block === 'broken') return yield 'broken';
      this.#frame = block.endsFrame ? undefined : { ...opened, lengthBytes: 0 };
      at += block.bytes.length;
      yield block;
    }
  }

  /** Whether the stream ends at a frame boundary. */
  isComplete(): boolean {
    return this.#pending.length === 0 && this.#frame === undefined && this.#toSkip === 0;
  }
}

type Unusable = 'incomplete' | 'broken';
type Opening = FrameHeader | { readonly skippedBytes: number } | Unusable;

interface FrameHeader {
  /** 0 after the first block. */
  readonly lengthBytes: number;
  readonly windowBytes: number;
  readonly checksumBytes: number;
}

const magic = 0xfd2fb528;
const skippableMagic = 0x184d2a5;
const maxBlockBytes = 128 * 1024;

function frameHeader(bytes: Uint8Array): Opening {
  if (bytes.length < 5) return 'incomplete';
  const number = littleEndian(bytes.subarray(0, 4));
  if (Math.floor(number / 16) === skippableMagic) {
    return bytes.length < 8 ? 'incomplete' : { skippedBytes: 8 + littleEndian(bytes.subarray(4, 8)) };
  }
  const descriptor = bytes[4] ?? 0;
  const hasReservedBit = (descriptor & 0b1000) !== 0;
  const needsDictionary = (descriptor & 0b11) !== 0;
  if (number !== magic || hasReservedBit || needsDictionary) return 'broken';
  const isSingleSegment = (descriptor & 0b100000) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const sizeAt = isSingleSegment ? 5 : 6;
  const lengthBytes = sizeAt + sizeBytes;
  if (bytes.length < lengthBytes) return 'incomplete';
  const contentBytes = littleEndian(bytes.subarray(sizeAt, lengthBytes)) + (sizeFlag === 1 ? 256 : 0);
  const windowBytes = isSingleSegment ? contentBytes : windowOf(bytes[5] ?? 0);
  return { lengthBytes, windowBytes, checksumBytes: (descriptor & 0b100) === 0 ? 0 : 4 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 0b111);
}

function blockIn(
  bytes: Uint8Array,
  { lengthBytes, windowBytes, checksumBytes }: FrameHeader,
): ZstdBlock | Unusable {
  const start = lengthBytes + 3;
  if (bytes.length < start) return 'incomplete';
  const header = littleEndian(bytes.subarray(lengthBytes, start));
  const endsFrame = (header & 1) === 1;
  const type = (header >> 1) & 0b11;
  const size = header >> 3;
  if (type === 3 || size > maxBlockBytes) return 'broken';
  // A block of type 1 is one repeated byte.
  const end = start + (type === 1 ? 1 : size) + (endsFrame ? checksumBytes : 0);
  return bytes.length < end ? 'incomplete' : { bytes: bytes.subarray(0, end), endsFrame, windowBytes };
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right;
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
