/*
 * The port that tells when kept answers are no longer true. Every tenant has three numbers that only move; an answer is
 * kept together with the number read BEFORE the database was asked, and is good while that number stands.
 */

import type { Queries } from './database.js';

/** catalog: items and versions; usage: use counts; access: tenants, members, tokens, sessions, settings. */
export const changedParts = ['catalog', 'usage', 'access'] as const;
export type ChangedPart = (typeof changedParts)[number];

export interface Changed {
  readonly tenantId: number;
  readonly part: ChangedPart;
}

export interface Changes {
  /** Undefined while changes by other replicas cannot be heard: then nothing may be kept. */
  revision(changed: Changed): number | undefined;
  /** Tells all replicas when the transaction commits. */
  announce(transaction: Queries, changed: Changed): Promise<void>;
  /** Moves the number here and now. A change of the catalog moves `usage` too. */
  heard(changed: Changed): void;
}
