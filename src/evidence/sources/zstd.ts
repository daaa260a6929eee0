/*
 * Reads the lines of a compressed transcript. The decoder gets one block at a time, so memory is bounded, and the lines
 * before a damaged block are kept.
 */

import type { Files } from '../../system/files.js';
import { type ZstdBlock, ZstdFrames } from '../rules/zstd-frames.js';
import { isBinary, LineSplitter, pieceBytes } from './lines.js';

export interface ZstdLinesRead {
  /** The number of lines skipped because of their length. */
  readonly tooLong: number;
  /** Why the rest, or all of it, could not be read. */
  readonly failure: string | undefined;
}

export interface ZstdLimits {
  readonly maxWindowBytes: number;
  readonly maxOutputBytes: number;
  /** The ratio of output to input, checked only after `ratioAfterBytes` of output. */
  readonly maxRatio: number;
  readonly ratioAfterBytes: number;
  /** The decoder copies its whole window at every block. */
  readonly maxMovedBytes: number;
}

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

const zstdLimits: ZstdLimits = {
  maxWindowBytes: 128 * mebibyte,
  maxOutputBytes: 4 * gibibyte,
  maxRatio: 2_000,
  ratioAfterBytes: 64 * mebibyte,
  maxMovedBytes: 256 * gibibyte,
};

/** A compressed file is complete, so a last line without its end is a line. */
export async function readZstdLines(
  files: Pick<Files, 'read'>,
  path: string,
  onLine: (text: string) => void,
  limits = zstdLimits,
): Promise<ZstdLinesRead> {
  const { Decompress } = await import('fzstd');
  const lines = new LineSplitter(onLine);
  const decompression = new Decompression((onBytes) => new Decompress(onBytes), lines, limits);
  for (let position = 0; ; position += pieceBytes) {
    const bytes = files.read(path, { offset: position, maxBytes: pieceBytes })?.bytes;
    const isLast = bytes === undefined || bytes.length < pieceBytes;
    const failure = bytes === undefined ? 'it vanished while it was read' : decompression.push(bytes, isLast);
    if (failure === undefined && !isLast) continue;
    const lastLine = lines.end();
    if (failure === undefined && lastLine !== undefined) onLine(lastLine);
    return { tooLong: lines.tooLong, failure };
  }
}

const failures = {
  broken: 'it is not a Zstandard stream, or damaged',
  tooLarge: 'it would take too much memory or time to decompress',
  binary: 'it is not text',
};

interface Decoder {
  push(bytes: Uint8Array, final: boolean): void;
}

class Decompression {
  readonly #frames = new ZstdFrames();
  readonly #newDecoder: () => Decoder;
  readonly #lines: LineSplitter;
  readonly #limits: ZstdLimits;
  #decoder: Decoder;
  #decoded: Uint8Array[] = [];
  #inputBytes = 0;
  #outputBytes = 0;
  #movedBytes = 0;

  constructor(
    decoderTo: (onBytes: (bytes: Uint8Array) => void) => Decoder,
    lines: LineSplitter,
    limits: ZstdLimits,
  ) {
    this.#newDecoder = () => decoderTo((bytes) => this.#decoded.push(bytes));
    this.#decoder = this.#newDecoder();
    this.#lines = lines;
    this.#limits = limits;
  }

  /** Returns why reading must stop, or undefined to continue. */
  push(piece: Uint8Array, isLast: boolean): string | undefined {
    for (const block of this.#frames.push(piece)) {
      const failure = block === 'broken' ? failures.broken : this.#block(block);
      if (failure !== undefined) return failure;
    }
    return isLast && !this.#frames.isComplete() ? failures.broken : undefined;
  }

  #block(block: ZstdBlock): string | undefined {
    this.#inputBytes += block.bytes.length;
    this.#movedBytes += block.windowBytes;
    if (this.#isTooLarge(block)) return failures.tooLarge;
    this.#decoded = [];
    if (!decodes(this.#decoder, block)) return failures.broken;
    if (block.endsFrame) this.#decoder = this.#newDecoder();
    for (const bytes of this.#decoded) {
      if (this.#outputBytes === 0 && isBinary(bytes)) return failures.binary;
      this.#outputBytes += bytes.length;
      this.#lines.push(bytes);
    }
    return undefined;
  }

  #isTooLarge({ windowBytes }: ZstdBlock): boolean {
    const { maxWindowBytes, maxOutputBytes, maxRatio, ratioAfterBytes, maxMovedBytes } = this.#limits;
    const output = this.#outputBytes;
    const isBomb = output > ratioAfterBytes && output > maxRatio * this.#inputBytes;
    const isTooLong = output > maxOutputBytes || this.#movedBytes > maxMovedBytes;
    return isBomb || isTooLong || windowBytes > maxWindowBytes;
  }
}

function decodes(decoder: Decoder, { bytes, endsFrame }: ZstdBlock): boolean {
  try {
    decoder.push(bytes, endsFrame);
    return true;
  } catch (error) {
    // Damaged bytes cause many kinds of errors; only the decoder runs here.
    if (error instanceof Error) return false;
    throw error;
  }
}
