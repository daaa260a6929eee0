/*
 * What an embedding API answers: `{data: [{index, embedding}]}`, or that it is busy.
 */

import { member } from './foreign.js';

/** The vectors in the order of the texts; what is in them is for others to check. */
export function rowsIn(text: string, count: number): readonly unknown[] {
  const data = member(parsed(text), 'data');
  if (!Array.isArray(data)) throw new Error('its answer is not one of an embedding model');
  const rows = new Map(data.map((item, at) => [member(item, 'index') ?? at, member(item, 'embedding')]));
  const inOrder = Array.from({ length: count }, (_, index) => rows.get(index));
  if (data.length !== count || inOrder.includes(undefined)) {
    throw new Error('it did not give one vector per text');
  }
  return inOrder;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const firstWaitMs = 500;
const longestWaitMs = 20_000;

/** How long to leave a busy server alone: as it asks, within reason, or longer each time. */
export function waitMs(retryAfter: string | null, attempt: number): number {
  const isSeconds = retryAfter !== null && /^\s*\d+\s*$/.test(retryAfter);
  return Math.min(isSeconds ? Number(retryAfter) * 1000 : firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
}
