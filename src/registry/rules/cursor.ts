/*
 * Where the next page of a list begins: the sort key of the last row shown, as text that a caller sends back. A cursor
 * contains a hash of its list and query, so that one of another list is refused instead of giving wrong pages.
 */

import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';

export type CursorValue = string | number | boolean | null;

/** `about` names the list, with everything that decides which rows it has and in which order. */
export function encodeCursor(values: readonly CursorValue[], about: unknown): string {
  return Buffer.from(JSON.stringify([listHash(about), ...values])).toString('base64url');
}

/** The values as they were given. Callers check their number and types: anybody can make up a cursor. */
export function decodeCursor(text: string, about: unknown): readonly CursorValue[] {
  const [hash, ...values] = parse(text);
  if (hash !== listHash(about)) throw notACursor();
  return values;
}

/** Decodes a cursor of a list that is ordered by the numbers of its rows. */
export function decodeRowCursor(text: string, about: unknown): number {
  const [row] = decodeCursor(text, about);
  if (typeof row !== 'number' || !Number.isSafeInteger(row)) throw notACursor();
  return row;
}

/** A time that a row of the list can have: since 1970, and far within what PostgreSQL stores. */
export function isCursorTime(value: CursorValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 1e15;
}

/** The refusal of values that do not fit the list. */
export function notACursor(): CoppiceError {
  return new CoppiceError('bad-value', 'the cursor does not belong to this list', {
    hint: 'send next_cursor of the previous page, with the same query',
  });
}

function listHash(about: unknown): string {
  return sha256Hex(JSON.stringify(about)).slice(0, 16);
}

function parse(text: string): readonly CursorValue[] {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw notACursor();
    throw error;
  }
  if (!Array.isArray(value) || !value.every(isCursorValue)) throw notACursor();
  return value;
}

function isCursorValue(value: unknown): value is CursorValue {
  // PostgreSQL stores no NUL, and no row has one.
  if (typeof value === 'string') return !value.includes('\0');
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
