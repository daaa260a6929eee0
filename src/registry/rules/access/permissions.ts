/*
 * What a principal may do: as an owner, by the scopes of a role, and within the patterns of a token.
 */

import { CoppiceError } from '../../../text/errors.js';
import { type Role, type Scope, scopes } from '../../api/names.js';
import type { Caller, KnownPrincipal } from './principal.js';

/** Refuses a principal that neither owns the item nor administers the tenant. */
export function requireOwner({ principal }: Pick<Caller, 'principal'>, owners: readonly string[]): void {
  if (owners.includes(principal.name) || principal.scopes.includes('tenant:admin')) return;
  throw new CoppiceError('forbidden', `${principal.name} does not own this item`, {
    hint: `ask an owner (${owners.join(', ')}) or an admin`,
  });
}

/** Whether the credential may write to items of this slug at all. */
export function allowsItem({ patterns }: Pick<KnownPrincipal, 'patterns'>, slug: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, slug));
}

export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['skills:read'],
  publisher: ['skills:read', 'skills:publish'],
  curator: ['skills:read', 'skills:publish', 'skills:curate'],
  admin: scopes,
};

/** A token never does more than its owner may today. A service has no role, and keeps the scopes of its token. */
export function effectiveScopes(granted: readonly Scope[], role: Role | null): readonly Scope[] {
  return role === null ? granted : granted.filter((scope) => roleScopes[role].includes(scope));
}

/** Those of `wanted` that a principal with the scopes `own` cannot grant. */
export function scopesBeyond(wanted: readonly Scope[], own: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => !own.includes(scope));
}

/** Matches every part at its leftmost position, so that no pattern causes backtracking. */
function matches(pattern: string, slug: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === slug;
  if (!slug.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = slug.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return slug.length - last.length >= at && slug.endsWith(last);
}
