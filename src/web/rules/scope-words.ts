/*
 * What scopes allow, in the words of people.
 */

import type { PersonalScope, Scope } from '../../registry/api/names.js';

export const scopeWords: Readonly<Record<Scope, string>> = {
  'skills:read': 'Search the catalog, install, report use',
  'skills:propose': 'Propose drafts',
  'skills:publish': 'Publish versions',
  'skills:curate': 'Review drafts, flag items',
  'usage:read': 'Read how much items are used',
  'members:read': 'Read the addresses of members',
  'namespaces:admin': 'Archive and restore items, give roles for them',
  'tenant:admin': 'Read the audit log, change settings and members',
  'tenant:scim': 'Provision members and groups for an identity provider',
};

/** What a person can give to a token of theirs. */
export function isPersonal(scope: Scope): scope is PersonalScope {
  return scope !== 'tenant:scim';
}

/** One sentence about all of them. */
export function mayWords(scopes: readonly Scope[]): string {
  return scopes.map((scope) => scopeWords[scope]).join('. ');
}
