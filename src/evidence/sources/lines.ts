/*
 * Reads the lines of a transcript in pieces: the file may be larger than memory, grow or disappear while it is read, end
 * in a torn line, or not be text. Each line is decoded once; a line that is too long is counted and never buffered.
 */

import type { Files } from '../../system/files.js';

export interface LinesRead {
  /** After the last complete line: where the next reading continues. */
  readonly offset: number;
  /** The text after it: a line without its end, which may still be written. */
  readonly tail: string | undefined;
  /** The number of lines skipped because of their length. */
  readonly tooLong: number;
  /** Whether the file does not exist, or no longer. */
  readonly vanished: boolean;
  readonly sizeBytes: number;
  /** Whether the file is not text; then nothing was read. */
  readonly looksBinary: boolean;
}

export interface LineRange {
  readonly from: number;
  readonly maxLineBytes?: number;
}

/** `end` is the place in the source just after the line: a later reading may continue there. */
export type OnLine = (text: string, end: number) => void;

/** Far above any line that an agent writes, including screenshots. */
const defaultMaxLineBytes = 16 * 1024 * 1024;

/** Bounds the memory per file. */
export const pieceBytes = 1024 * 1024;

/** Skips empty lines. */
export function readLines(
  files: Pick<Files, 'read'>,
  path: string,
  { from, maxLineBytes = defaultMaxLineBytes }: LineRange,
  onLine: OnLine,
): LinesRead {
  const splitter = new LineSplitter((text, end) => onLine(text, from + end), maxLineBytes);
  let position = from;
  let sizeBytes = 0;
  let looksBinary = false;
  let vanished = false;
  for (;;) {
    const content = files.read(path, { offset: position, maxBytes: pieceBytes });
    vanished = content === undefined;
    if (content === undefined) break;
    sizeBytes = content.stat.sizeBytes;
    looksBinary = position === 0 && isBinary(content.bytes);
    if (looksBinary) break;
    splitter.push(content.bytes);
    position += content.bytes.length;
    if (content.bytes.length < pieceBytes) break;
  }
  const offset = position - splitter.pendingBytes;
  return { offset, tail: splitter.end(), tooLong: splitter.tooLong, vanished, sizeBytes, looksBinary };
}

/** Splits bytes from any source. It keeps the given arrays, so they must not be changed afterwards. */
export class LineSplitter {
  /** The number of lines skipped because of their length; the last may not have ended yet. */
  tooLong = 0;
  /** The length of the line that has not ended yet, buffered or not. */
  pendingBytes = 0;
  #pushed = 0;
  #buffered: Uint8Array[] = [];
  readonly #onLine: OnLine;
  readonly #maxLineBytes: number;

  constructor(onLine: OnLine, maxLineBytes = defaultMaxLineBytes) {
    this.#onLine = onLine;
    this.#maxLineBytes = maxLineBytes;
  }

  push({ buffer, byteOffset, length }: Uint8Array): void {
    // A Buffer finds a byte several times faster than a plain array does.
    const bytes = Buffer.from(buffer, byteOffset, length);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(newline, start);
      if (end === -1) break;
      const rest = bytes.subarray(start, end);
      // Nearly always the line is complete, and need not be buffered.
      const after = this.#pushed + end + 1;
      if (this.pendingBytes === 0 && rest.length <= this.#maxLineBytes) this.#emit(rest, after);
      else {
        this.#buffer(rest);
        this.#emit(this.#release(), after);
      }
      start = end + 1;
    }
    if (start < bytes.length) this.#buffer(bytes.subarray(start));
    this.#pushed += length;
  }

  /** Ends the pending line, and returns it unless it is empty or too long. */
  end(): string | undefined {
    return lineIn(this.#release());
  }

  #emit(bytes: Uint8Array, end: number): void {
    const line = lineIn(bytes);
    if (line !== undefined) this.#onLine(line, end);
  }

  #release(): Uint8Array {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.pendingBytes = 0;
    return bytes;
  }

  #buffer(bytes: Uint8Array): void {
    const wasTooLong = this.pendingBytes > this.#maxLineBytes;
    this.pendingBytes += bytes.length;
    if (this.pendingBytes <= this.#maxLineBytes) this.#buffered.push(bytes);
    else if (!wasTooLong) {
      this.tooLong += 1;
      this.#buffered = [];
    }
  }
}

const sampleBytes = 8 * 1024;

/** Text with a stray NUL is text; UTF-16, a database or an image is not. */
export function isBinary(start: Uint8Array): boolean {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = start.subarray(0, sampleBytes);
  // Nearly all transcripts have no NUL, which is faster to check than to count.
  return sample.includes(0) && sample.filter((byte) => byte === 0).length > sample.length / 10;
}

const newline = 0x0a;

function lineIn(bytes: Uint8Array): string | undefined {
  const line = decoder.decode(bytes);
  return line === '' || line === '\r' ? undefined : line;
}

/** Invalid UTF-8 becomes U+FFFD; a byte order mark is removed. */
const decoder = new TextDecoder();
