/*
 * Rate limits: a caller may make a number of requests of a class in a minute of the clock, and then waits for the next
 * minute. A RateStore counts them: in this process, or in the database for several replicas.
 */

import type { LimitClass } from '../../api/route.js';

export const windowMs = 60_000;

/** Requests per minute, by class. */
export type RateLimits = Readonly<Record<Exclude<LimitClass, 'none'>, number>>;

export interface RateStore {
  /** Adds one to the count of the key in the window, and returns the new count. */
  count(key: string, windowStart: number): number | Promise<number>;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends; at least one. */
  readonly resetSeconds: number;
  /** When the window ends, in seconds since the epoch. */
  readonly resetAt: number;
}

export function windowStart(now: number): number {
  return now - (now % windowMs);
}

/** `count` includes the current request. */
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

/** Writes the headers of the draft standard, and the `x-` headers that older clients read. */
export function writeAllowance(headers: Record<string, string>, allowance: Allowance): void {
  const { limit, remaining, resetSeconds, resetAt } = allowance;
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
  headers['x-ratelimit-limit'] = String(limit);
  headers['x-ratelimit-remaining'] = String(remaining);
  headers['x-ratelimit-reset'] = String(resetAt);
}
