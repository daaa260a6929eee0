/*
 * The errors for a refused bundle: one of two codes, with a message that names the entry and the fault. Names come from
 * strangers, so they are made printable and shortened.
 */

import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';

export function badBundle(fault: string, cause?: unknown): CoppiceError {
  return new CoppiceError('bad-bundle', fault, { cause });
}

export function bundleTooLarge(fault: string): CoppiceError {
  return new CoppiceError('bundle-too-large', fault);
}

export function badEntry(name: Uint8Array | string, fault: string): CoppiceError {
  return badBundle(`${shownName(name)}: ${fault}`);
}

/** Bytes that are not text show as replacement characters. */
function shownName(name: Uint8Array | string): string {
  const text = typeof name === 'string' ? name : new TextDecoder().decode(name);
  const short = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `"${printable(short)}"`;
}

const shownLength = 120;
