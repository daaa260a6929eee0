/*
 * The bytes of a request's body, counted as they come: reading stops with the first byte too many, and when no more
 * come. What was not read is left to the server, which drops it and closes.
 */

import { CoppiceError } from '../../system/errors.js';

export interface BodyLimits {
  readonly mostBytes: number;
  /** How long to wait for the next bytes. */
  readonly idleMs: number;
}

export async function bodyBytes(request: Request, { mostBytes, idleMs }: BodyLimits): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await inTime(reader.read(), idleMs);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(value);
  }
}

async function inTime<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came for ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([read, late]);
  } catch (error) {
    // Whatever ended it, the caller's connection is at fault.
    throw new CoppiceError('bad-value', 'the body ended before it was complete', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(mostBytes: number): CoppiceError {
  return new CoppiceError('too-large', `the body is larger than ${mostBytes} bytes`);
}
