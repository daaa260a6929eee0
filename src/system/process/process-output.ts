/*
 * Reads what a program writes. The stream is read to its end, so that the program is never stopped by a full pipe,
 * but only the first bytes are kept.
 */

import type { Readable } from 'node:stream';

interface CapturedOutput {
  /** What was kept so far; bytes that are no UTF-8 become U+FFFD. */
  text(): string;
  truncated(): boolean;
}

export function captureOutput(stream: Readable | null, maxBytes: number): CapturedOutput {
  const kept: Uint8Array[] = [];
  let room = maxBytes;
  let truncated = false;
  stream?.on('data', (chunk: Buffer) => {
    truncated ||= chunk.length > room;
    if (room === 0) return;
    // A copy where the chunk is cut, because a view would keep the whole chunk in memory.
    kept.push(chunk.length > room ? Uint8Array.from(chunk.subarray(0, room)) : chunk);
    room -= Math.min(room, chunk.length);
  });
  return {
    // In stream mode a character that is not complete is held back: the cut may have gone through its middle.
    text: () =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(kept), { stream: truncated }),
    truncated: () => truncated,
  };
}
