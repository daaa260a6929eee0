/*
 * How long a session lives: it ends when it was not used for two weeks, and is renewed while it is used, but after 90
 * days its owner has to sign in again.
 */

import { dayMs } from '../../../text/time.js';

const idleDays = 14;
const maxDays = 90;

export interface SessionLife {
  /** When it expires unless it is used before. */
  readonly expiresAt: Date;
  /** When it ends in any case. */
  readonly endsAt: Date;
}

/** A provider that people sign in with may set a shorter maximum. */
export function newSessionLife(now: number, maxMs: number = maxDays * dayMs): SessionLife {
  const endsAt = new Date(now + Math.min(maxMs, maxDays * dayMs));
  return { expiresAt: renewed(now, endsAt), endsAt };
}

/** The cookie stays for as long as the session could; the registry decides when that is over. */
export const cookieSeconds = (maxDays * dayMs) / 1_000;

/** When a session that was used now expires. */
export function renewed(now: number, endsAt: Date): Date {
  return new Date(Math.min(now + idleMs, endsAt.getTime()));
}

export const idleMs = idleDays * dayMs;
