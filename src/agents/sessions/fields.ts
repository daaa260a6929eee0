/*
 * Checks for fields of transcripts, which may have any value or be missing.
 */

import { isCount, isTime } from '../../text/shape.js';

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A short text such as the name of a model or the id of a session. Longer text is none, and would fill the memory. */
export function nameIn(value: unknown): string | undefined {
  return isNonEmptyText(value) && value.length <= 200 ? value : undefined;
}

export function pathIn(value: unknown): string | undefined {
  return isNonEmptyText(value) && value.length <= 1_000 ? value : undefined;
}

/** A count of tokens, or the sum of two; undefined if neither is a count. */
export function tokensIn(count: unknown, more?: unknown): number | undefined {
  if (!isTokens(count)) return isTokens(more) ? more : undefined;
  return isTokens(more) ? count + more : count;
}

function isTokens(count: unknown): count is number {
  return isCount(count) && count <= maxTokens;
}

/** More than any message has; a larger count is an error, and would spoil sums. */
const maxTokens = 10_000_000;

/** Accepts ISO text, or milliseconds since the epoch. Undefined for anything else. */
export function timeIn(value: unknown): number | undefined {
  // Date.parse accepts nearly any text, so the start is checked first.
  const time = typeof value === 'string' && isoStart.test(value) ? Date.parse(value) : value;
  return isTime(time) ? time : undefined;
}

const isoStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
