/*
 * The lines of a transcript, piece by piece: the file may be larger than memory, grow or vanish while it is read, be
 * torn at its end, and be no text at all. A line is found in the bytes and decoded once; one that is too long is
 * counted and never held.
 */

import type { Files } from '../../system/files.js';

export interface LinesRead {
  /** Behind the last line that is complete: where to read on. */
  readonly offset: number;
  /** What stands behind it: a line without its end, which may still be written. */
  readonly tail: string | undefined;
  /** How many lines were skipped for their length. */
  readonly tooLong: number;
  /** The file is not there, or no longer. */
  readonly vanished: boolean;
  readonly sizeBytes: number;
  /** It is no text, and nothing was read. */
  readonly looksBinary: boolean;
}

export interface LineRange {
  readonly from: number;
  readonly maxLineBytes?: number;
}

export type OnLine = (text: string) => void;

/** Far above any line that an agent writes, screenshots included. */
const defaultMaxLineBytes = 16 * 1024 * 1024;

/** Bounds the memory that a file takes. */
export const pieceBytes = 1024 * 1024;

/** Empty lines are left out. */
export function readLines(
  files: Pick<Files, 'read'>,
  path: string,
  { from, maxLineBytes = defaultMaxLineBytes }: LineRange,
  onLine: OnLine,
): LinesRead {
  const splitter = new LineSplitter(onLine, maxLineBytes);
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

/** The same for bytes that come from elsewhere. It keeps what it is given, so that must not be changed afterwards. */
export class LineSplitter {
  /** How many lines were skipped for their length; one of them may not have ended yet. */
  tooLong = 0;
  /** The length of the line that has not ended yet, held or not. */
  pendingBytes = 0;
  #held: Uint8Array[] = [];
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
      // Nearly always the line is whole, and need not be held.
      if (this.pendingBytes === 0 && rest.length <= this.#maxLineBytes) this.#tell(rest);
      else {
        this.#hold(rest);
        this.#tell(this.#release());
      }
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
  }

  /** Ends the line that is pending, and gives it unless it is empty or too long. */
  end(): string | undefined {
    return lineIn(this.#release());
  }

  #tell(bytes: Uint8Array): void {
    const line = lineIn(bytes);
    if (line !== undefined) this.#onLine(line);
  }

  #release(): Uint8Array {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.pendingBytes = 0;
    return bytes;
  }

  #hold(bytes: Uint8Array): void {
    const wasTooLong = this.pendingBytes > this.#maxLineBytes;
    this.pendingBytes += bytes.length;
    if (this.pendingBytes <= this.#maxLineBytes) this.#held.push(bytes);
    else if (!wasTooLong) {
      this.tooLong += 1;
      this.#held = [];
    }
  }
}

const sampleBytes = 8 * 1024;

/** Text with a stray NUL is text; UTF-16, a database or an image is not. */
export function isBinary(start: Uint8Array): boolean {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = start.subarray(0, sampleBytes);
  // Nearly all transcripts have none, which is found out faster than how many there are.
  return sample.includes(0) && sample.filter((byte) => byte === 0).length > sample.length / 10;
}

const newline = 0x0a;

function lineIn(bytes: Uint8Array): string | undefined {
  const line = decoder.decode(bytes);
  return line === '' || line === '\r' ? undefined : line;
}

/** What is not UTF-8 becomes U+FFFD; a byte order mark is left out. */
const decoder = new TextDecoder();
