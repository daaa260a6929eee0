/*
 * The times and ids of written sessions. A record follows the one before after some seconds, and an id is long enough to be
 * taken for one that is unique everywhere.
 */

import { createHash } from 'node:crypto';

/** The time between two records. */
export const stepMs = 3_000;

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The same words give the same id. */
export function hexId(...words: readonly (string | number)[]): string {
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 24);
}
