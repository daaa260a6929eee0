/*
 * The order of a listing, and where a page of it ended. A cursor holds the place of the last skill that was shown,
 * not a number of skills, so the next page is right even if skills have come or gone in between.
 */

import { Buffer } from 'node:buffer';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import type { ListingPlace } from './entry.js';

export function printCursor({ category = '', name, id }: ListingPlace): string {
  return Buffer.from(JSON.stringify([category, name, id])).toString('base64url');
}

export function parseCursor(cursor: string): ListingPlace {
  const [category, name, id] = textsIn(Buffer.from(cursor, 'base64url').toString());
  if (category !== undefined && name !== undefined && id !== undefined) return { category, name, id };
  throw new CoppiceError('bad-value', `not a cursor: ${cursor}`, {
    hint: 'give the nextCursor of the page before',
  });
}

function textsIn(json: string): readonly string[] {
  const list = parseJson(json);
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : [];
}
