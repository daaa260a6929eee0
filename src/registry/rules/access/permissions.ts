/*
 * Which scopes a role has, and what a token is left with: never more than its owner may today.
 */

import { type PersonalScope, type Role, type Scope, scopes } from '../../api/names.js';
import { matchesName, type NamespaceRole, type Right } from '../../api/rights.js';
import type { KnownPrincipal } from './principal.js';

/** Whether the credential may write to items of this name at all. */
export function allowsItem({ patterns }: Pick<KnownPrincipal, 'patterns'>, slug: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matchesName(pattern, slug));
}

const proposerScopes: readonly PersonalScope[] = ['skills:read', 'skills:propose', 'members:read'];

export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['skills:read', 'members:read'],
  proposer: proposerScopes,
  publisher: [...proposerScopes, 'skills:publish'],
  curator: [...proposerScopes, 'skills:publish', 'skills:curate', 'usage:read'],
  admin: scopes,
};

/** In a namespace: nothing about the tenant. */
const namespaceScopes: Readonly<Record<NamespaceRole, readonly Scope[]>> = {
  reader: roleScopes.viewer,
  proposer: roleScopes.proposer,
  publisher: roleScopes.publisher,
  curator: roleScopes.curator,
  admin: [...roleScopes.curator, 'namespaces:admin'],
};

/** What a scope includes, so that a token of an earlier version may do what it always might. */
const included: Partial<Readonly<Record<Scope, readonly Scope[]>>> = {
  'skills:publish': ['skills:propose'],
  'skills:curate': ['skills:propose', 'usage:read'],
  'tenant:admin': ['usage:read', 'members:read', 'namespaces:admin'],
};

/** Everything that somebody with this role in the tenant and these rights may do somewhere. */
export function scopesOf(role: Role, rights: readonly Right[]): readonly Scope[] {
  const own = [...roleScopes[role], ...rights.flatMap((right) => namespaceScopes[right.role])];
  return scopes.filter((scope) => own.includes(scope) && (scope !== 'tenant:admin' || role === 'admin'));
}

/** A service has no role, and keeps the scopes of its token. */
export function effectiveScopes(granted: readonly Scope[], own: readonly Scope[] | null): readonly Scope[] {
  const all = granted.flatMap((scope) => [scope, ...(included[scope] ?? [])]);
  return [...new Set(all)].filter((scope) => own === null || own.includes(scope));
}

/** The role that a service has by the scopes of its token. */
export function roleOfScopes(granted: readonly Scope[]): NamespaceRole {
  const has = (scope: Scope) => granted.includes(scope);
  if (has('tenant:admin')) return 'admin';
  if (has('skills:curate')) return 'curator';
  if (has('skills:publish')) return 'publisher';
  return has('skills:propose') ? 'proposer' : 'reader';
}

/** Those of `wanted` that a principal with the scopes `own` cannot grant. */
export function scopesBeyond(wanted: readonly Scope[], own: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => !own.includes(scope));
}
