/*
 * Ids for runs, ledger entries and temporary files. They are random in the program and counted in tests, so that the
 * output of a test is always the same.
 */

export interface Ids {
  /** A new id every time; only letters, digits and hyphens, so that it can be part of a file name. */
  next(): string;
}

/** Crockford's base 32: no i, l, o, u, which are misread or spell words. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 12 characters of 5 bits: a collision is expected after about a billion ids. */
export const randomIds: Ids = {
  // Not node:crypto, whose import takes longer than the rest of a hook's work.
  next: () =>
    Array.from(globalThis.crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      alphabet.charAt(byte % alphabet.length),
    ).join(''),
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

/** A random key for keyed hashes: 32 hexadecimal digits. */
export function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
