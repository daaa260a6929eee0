/*
 * What the page of tokens decides by itself: whether a token still works, and which items a text of patterns names.
 */

import type { TokenAnswer } from '../../registry/api/routes/account.js';

export type TokenState = 'live' | 'expired' | 'revoked';

export function tokenState(
  { expires_at, revoked_at }: Pick<TokenAnswer, 'expires_at' | 'revoked_at'>,
  now: number,
): TokenState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'live';
}

/** Between commas, spaces or on lines of their own, each once. */
export function patternsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((pattern) => pattern !== ''))];
}
