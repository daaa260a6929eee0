/*
 * Names for things that have none: runs, ledger entries, temporary files. Random in the program, counted in tests,
 * so that what a test prints is always the same.
 */

import { randomBytes } from 'node:crypto';

export interface Ids {
  /** Never the same twice; letters, digits and hyphens only, so it may be part of a file name. */
  next(): string;
}

/** Crockford's base 32: no i, l, o, u, which are misread or spell words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 12 characters of 5 bits: a collision is expected after a thousand million ids. */
export const randomIds: Ids = {
  next: () => Array.from(randomBytes(12), (byte) => alphabet.charAt(byte % alphabet.length)).join(''),
};

export function countingIds(prefix = 'id-'): Ids {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `${prefix}${count}`;
    },
  };
}
