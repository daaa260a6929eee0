/*
 * What a role may do, and what is left of a token's scopes when its owner's role has changed.
 */

import { type Role, type Scope, scopes } from '../api/names.js';

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
