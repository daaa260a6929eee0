/*
 * A checksum inside a JSON file: the first key of the object is the SHA-256 of everything after it. The file stays JSON
 * that anybody can read, and one flipped bit is noticed wherever it is, also in the checksum itself.
 */

import { sha256Hex } from './hash.js';

/** The text of a JSON object with the checksum; an empty object and any other value stay as they are. */
export function withChecksum(json: string): string {
  if (!/^\{\s*"/.test(json)) return json;
  const rest = json.slice(1);
  return `${before}${sha256Hex(rest)}${after}${rest}`;
}

/** Absent in files of 0.1.0, and where a person has edited the file and removed the checksum. */
export type Checksum = 'right' | 'wrong' | 'absent';

export function checksumOf(bytes: Uint8Array): Checksum {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headLength));
  const [, stated] = /^\{"checksum":"([\da-f]{64})",$/.exec(head) ?? [];
  if (stated !== undefined) return stated === sha256Hex(bytes.subarray(headLength)) ? 'right' : 'wrong';
  return resembles(head) ? 'wrong' : 'absent';
}

const before = '{"checksum":"';
const after = '",';
const headLength = before.length + 64 + after.length;

/** Whether it is a damaged head: nearly all of its first characters are where they belong. */
function resembles(head: string): boolean {
  const matching = [...before].filter((character, at) => head[at] === character).length;
  return matching >= before.length - 2;
}
