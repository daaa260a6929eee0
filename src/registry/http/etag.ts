/*
 * Whether the caller has the answer already: `If-None-Match` against the answer's entity tag (RFC 9110, 13.1.2).
 */

import { sha256Hex } from '../../system/hash.js';

export function etagOf(body: Uint8Array | string): string {
  return `"${sha256Hex(body)}"`;
}

/** The comparison is weak: a proxy that compressed the answer may have marked the tag with `W/`. */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
