/*
 * The chain of the audit log: the hash of every row covers the hash of the row before it, so that a row cannot be
 * changed, removed or inserted without breaking the chain from there on. The database makes the hashes when a change is
 * committed (migration 0020); they are made again here to compare them.
 */

import { sha256Hex } from '../../../text/hash.js';

/** A row of the chain as it is stored, with the text of its entry made from the row of the audit log. */
export interface ChainedRow {
  readonly number: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
  /** Undefined where the row of the audit log is missing. */
  readonly entry: string | undefined;
}

/** The end of a part of the chain. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: string;
}

export interface ChainFault {
  /** Of the first row that is wrong. */
  readonly number: number;
  readonly fault: string;
}

export const emptyChain: ChainEnd = { number: 0, hash: '0'.repeat(64) };

export function chainHash(previousHash: string, entry: string): string {
  return sha256Hex(`${previousHash}\n${entry}`);
}

/** Follows rows in the order of their numbers: to the end that they have, or to the first that is wrong. */
export function followChain(
  start: ChainEnd,
  rows: readonly ChainedRow[],
): { readonly end: ChainEnd; readonly fault: ChainFault | undefined } {
  let end = start;
  for (const { number, hash, entry } of rows) {
    const fault = faultOf(end, { number, hash, entry });
    if (fault !== undefined) return { end, fault };
    end = { number, hash };
  }
  return { end, fault: undefined };
}

function faultOf(end: ChainEnd, { number, hash, entry }: ChainedRow): ChainFault | undefined {
  const next = end.number + 1;
  if (number !== next) return { number: next, fault: 'its place in the chain was removed' };
  if (entry === undefined) return { number, fault: 'the row was removed' };
  if (chainHash(end.hash, entry) !== hash)
    return { number, fault: 'the row is not the one that was written, or follows another row' };
  return undefined;
}

/** A line of an export, which has all that is needed to make its hash again: see docs/team-registry.md. */
export function exportLine(previousHash: string, { number, hash, entry = 'null' }: ChainedRow): string {
  return `{"number": ${number}, "previous": "${previousHash}", "hash": "${hash}", "entry": ${entry}}\n`;
}
