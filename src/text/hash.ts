/*
 * The one hash of the program: SHA-256, written as 64 lower-case hexadecimal digits. A string is hashed as UTF-8.
 */

import { hash } from 'node:crypto';

export function sha256Hex(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex');
}
