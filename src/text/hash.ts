/*
 * The one hash of the program: SHA-256, written as 64 lower-case hexadecimal digits. A string is hashed as UTF-8. With a
 * key it is HMAC-SHA-256, which nobody without the key can compare with a guess.
 */

import { createHmac, hash } from 'node:crypto';

export function sha256Hex(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex');
}

export function hmacSha256Hex(key: string, content: string): string {
  return createHmac('sha256', key).update(content).digest('hex');
}
