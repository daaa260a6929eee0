/*
 * Whose item it is, and which items a token is confined to.
 */

import { CoppiceError } from '../../system/errors.js';
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
