/*
 * What the roles of a visitor allow, for what a page offers: the registry decides again. Written without the schemas of the
 * API, which would be a large part of the page.
 */

import { namespaceOf } from '../../registry/api/item-slug.js';
import type { Scope } from '../../registry/api/names.js';
import type { NamespaceRole } from '../../registry/api/rights.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';

/** From the least to the most. */
export const namespaceRoles = [
  'reader',
  'proposer',
  'publisher',
  'curator',
  'admin',
] as const satisfies readonly NamespaceRole[];

/** What a session needs besides the role: one that a token opened may have less. */
const scopes = {
  reader: 'skills:read',
  proposer: 'skills:propose',
  publisher: 'skills:publish',
  curator: 'skills:curate',
  admin: 'namespaces:admin',
} as const satisfies Record<NamespaceRole, Scope>;

export function hasRole(
  who: Pick<WhoAnswer, 'rights' | 'scopes'>,
  role: NamespaceRole,
  slug: string,
): boolean {
  const namespace = namespaceOf(slug);
  const own = who.rights?.find((right) => right.namespace === namespace)?.role;
  if (own === undefined || !who.scopes.includes(scopes[role])) return false;
  return namespaceRoles.indexOf(own) >= namespaceRoles.indexOf(role);
}

export const namespaceRoleWords: Readonly<Record<NamespaceRole, string>> = {
  reader: 'Search and install',
  proposer: 'Propose drafts, too',
  publisher: 'Publish versions of everything in the namespace, too',
  curator: 'Review drafts, yank, deprecate and flag, too',
  admin: 'Archive, restore and change the namespace, too',
};

/** What a person types for a member, a group or a service; undefined for nothing. */
export function holderOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:user|service|group):\S/.test(text)) return text;
  return /^\S+@\S+$/.test(text) ? `user:${text.toLowerCase()}` : undefined;
}

/** `ada@example.com`, `group designers`, `service ci` */
export function holderText(holder: string): string {
  return holder.replace(/^user:/, '').replace(/^(group|service):/, '$1 ');
}
