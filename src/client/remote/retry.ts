/*
 * When to ask a registry again, and how long to wait before. Asking twice is safe where it changes nothing. A bundle may
 * be sent once more where the connection failed, because publishing the same content twice is publishing it once. All
 * else is asked once, since whether it was done is not known.
 */

import type { HttpAnswer, HttpOutcome } from './refused-answer.js';

export type Repeatable = 'safe' | 'same-content' | 'never';

export interface RetryLimits {
  readonly attempts: number;
  /** Where a registry asks for a longer pause, the person is told instead. */
  readonly longestWaitMs: number;
}

/** Undefined where the outcome stands. `attempt` counts from 1. */
export function waitBeforeRetry(
  outcome: HttpOutcome,
  attempt: number,
  repeatable: Repeatable,
  { attempts, longestWaitMs }: RetryLimits,
): number | undefined {
  const most = repeatable === 'safe' ? attempts : repeatable === 'same-content' ? Math.min(2, attempts) : 1;
  if (attempt >= most || outcome.kind === 'too-long') return undefined;
  const usualMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  if (outcome.kind === 'unreachable') return outcome.mayPass ? usualMs : undefined;
  const isBusy = outcome.status === 429 || outcome.status >= 500;
  if (!isBusy || repeatable !== 'safe') return undefined;
  const askedMs = retryAfterSeconds(outcome.headers) * 1000;
  return askedMs > longestWaitMs ? undefined : Math.max(usualMs, askedMs);
}

/** 0 where it is not said, or said as a date. */
export function retryAfterSeconds(headers: HttpAnswer['headers']): number {
  const given = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

const firstWaitMs = 250;
