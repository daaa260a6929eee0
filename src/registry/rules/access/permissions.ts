/*
 * Whose item it is, and which items a token is confined to.
 */

import { CoppiceError } from '../../../text/errors.js';
import { type Role, type Scope, scopes } from '../../api/names.js';
import type { Caller, KnownPrincipal } from './principal.js';

/** Refuses whoever neither owns the item nor administers the tenant. */
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

/** Takes the leftmost place for every part, so that no pattern makes it try many ways. */
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

/*
 * What a role may do, and what is left of a token's scopes when its owner's role has changed.
 */

export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['skills:read'],
  publisher: ['skills:read', 'skills:publish'],
  curator: ['skills:read', 'skills:publish', 'skills:curate'],
  admin: scopes,
};

/** A token never does more than its owner may today; a service has no role, and what its token says is all. */
export function effectiveScopes(granted: readonly Scope[], role: Role | null): readonly Scope[] {
  return role === null ? granted : granted.filter((scope) => roleScopes[role].includes(scope));
}

/** Those of `wanted` that the holder of `held` cannot hand on. */
export function scopesBeyond(wanted: readonly Scope[], held: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => !held.includes(scope));
}
