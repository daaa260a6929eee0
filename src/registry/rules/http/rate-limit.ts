/*
 * How many requests a caller may make: so many of a class in a minute of the clock. Whoever has used them up waits for
 * the next minute. The counts are kept by a RateStore: in this process, or in the database for several replicas.
 */

import type { LimitClass } from '../../api/route.js';

export const windowMs = 60_000;

/** A minute's worth, by class. */
export type RateLimits = Readonly<Record<Exclude<LimitClass, 'none'>, number>>;

export interface RateStore {
  /** Counts one more under the key in the window, and says how many that makes. */
  count(key: string, windowStart: number): number | Promise<number>;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; at least one. */
  readonly resetSeconds: number;
  /** When it ends, in seconds since the epoch. */
  readonly resetAt: number;
}

export function windowStart(now: number): number {
  return now - (now % windowMs);
}

/** `count` includes the request that is asked about. */
export function allowance(count: number, limit: number, now: number): Allowance {
  const end = windowStart(now) + windowMs;
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil((end - now) / 1_000),
    resetAt: end / 1_000,
  };
}

/** As the draft standard names them, and as older clients do. */
export function writeAllowance(headers: Record<string, string>, allowance: Allowance): void {
  const { limit, remaining, resetSeconds, resetAt } = allowance;
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
  headers['x-ratelimit-limit'] = String(limit);
  headers['x-ratelimit-remaining'] = String(remaining);
  headers['x-ratelimit-reset'] = String(resetAt);
}
