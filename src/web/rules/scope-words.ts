/*
 * What scopes allow, in the words of people.
 */

import type { PersonalScope, Scope } from '../../registry/api/names.js';

export const scopeWords: Readonly<Record<Scope, string>> = {
  'skills:read': 'Search the catalog, install, report use',
  'skills:publish': 'Publish versions, propose drafts',
  'skills:curate': 'Review drafts, flag items',
  'tenant:admin': 'Archive, restore, read usage and audit, change settings and members',
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
