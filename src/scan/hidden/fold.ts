/*
 * A line as it is meant to be read: no invisible characters, no emphasis, single spaces, and letters borrowed from
 * another script put back. Only for matching: what is shown to people is made by `shown`.
 */

import { withoutLookAlikes } from './look-alikes.js';

export function fold(line: string): string {
  const plain = /[^\x00-\x7f]/.test(line) ? foldUnicode(line) : line;
  const bare = /[*_~]/.test(plain) ? plain.replace(emphasis, '') : plain;
  return /\s\s|[^\S ]/.test(bare) ? bare.replace(/\s+/g, ' ') : bare;
}

/** What a line that is not as it is meant to be read holds: anything but plain ASCII with single spaces. */
export const foldable = /[^\r\n -)+-^`-}]| {2}/g;
const emphasis = /\*+|~~|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)/g;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

function foldUnicode(line: string): string {
  return withoutLookAlikes(line.normalize('NFKC').replace(ignorable, '').replace(/[‘’]/g, "'"));
}
