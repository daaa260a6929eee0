/*
 * JSON that a stranger sent. Texts that PostgreSQL cannot store (with NUL, or with half a surrogate pair) are refused at
 * the door, so that they cannot fail inside.
 */

import { CoppiceError } from '../../system/errors.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined where there is nothing at all. */
export function parseJsonBytes(bytes: Uint8Array, place: string): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(bytes, place);
  if (!isStorable(value))
    throw new CoppiceError('bad-value', `${place}: a text has a character that cannot be stored`);
  return value;
}

/** Without recursion: nesting costs the sender a byte a level, and would cost us a frame of the stack. */
export function isStorable(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (/\0|\p{Surrogate}/u.test(next)) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) left.push(key, inner);
    }
  }
  return true;
}

function parse(bytes: Uint8Array, place: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new CoppiceError('bad-value', `the ${place} is not JSON in UTF-8`, { cause: error });
  }
}
