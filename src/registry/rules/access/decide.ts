/*
 * The one decision about what a principal may do with an item or a draft, and where the right to it comes from: by the
 * patterns and scopes of the credential, by the role in the namespace of the name, and for names without a namespace by
 * who owns the item.
 */

import { CoppiceError } from '../../../text/errors.js';
import { namespaceOf } from '../../api/item-slug.js';
import type { Scope } from '../../api/names.js';
import { isAtLeast, type NamespaceRole, type Right, rightTo } from '../../api/rights.js';
import { rightText } from '../../api/rights-text.js';
import { allowsItem } from './permissions.js';
import type { KnownPrincipal } from './principal.js';

/**
 * `manage` is what owners do besides publishing: yank, deprecate, hand over, set channels. `administer` archives and
 * restores.
 */
export const acts = ['propose', 'publish', 'manage', 'curate', 'administer'] as const;
export type Act = (typeof acts)[number];

export interface DecidedItem {
  readonly slug: string;
  /** Undefined for an item that does not exist yet. */
  readonly owners?: readonly string[] | undefined;
}

export type Decision =
  | { readonly allowed: true; readonly right: Right }
  | { readonly allowed: false; readonly message: string; readonly hint?: string };

type Decider = Pick<KnownPrincipal, 'name' | 'scopes' | 'patterns' | 'rights' | 'ciRun'>;

const needs: Readonly<
  Record<Act, { readonly scope: Scope; readonly role: NamespaceRole; readonly words: string }>
> = {
  propose: { scope: 'skills:propose', role: 'proposer', words: 'propose' },
  publish: { scope: 'skills:publish', role: 'publisher', words: 'publish' },
  manage: { scope: 'skills:publish', role: 'publisher', words: 'change' },
  curate: { scope: 'skills:curate', role: 'curator', words: 'curate' },
  administer: { scope: 'namespaces:admin', role: 'admin', words: 'archive or restore' },
};

export function decide(principal: Decider, act: Act, { slug, owners }: DecidedItem): Decision {
  const { scope, role, words } = needs[act];
  const refused = (message: string, hint?: string): Decision => ({
    allowed: false,
    message,
    ...(hint !== undefined && { hint }),
  });
  if (!allowsItem(principal, slug))
    return refused(`the token does not allow ${act === 'publish' ? 'publishing' : 'changing'} \`${slug}\``);
  if (principal.ciRun !== undefined) return decideForRun(principal, act, { slug, owners });
  const namespace = namespaceOf(slug);
  const right = rightTo(principal.rights, slug);
  if (right === undefined)
    return refused(`there is no namespace @${namespace}`, 'an admin of the tenant creates namespaces');
  // The role of a service is that of its scopes.
  if (
    !principal.scopes.includes(scope) &&
    (isAtLeast(right.role, role) || principal.name.startsWith('service:'))
  )
    return refused(`this needs the scope ${scope}`);
  const lacks = `${principal.name} is ${rightText(right)}, and cannot ${words} \`${slug}\``;
  if (!isAtLeast(right.role, role)) return refused(lacks, `ask an admin to make you a ${role} there`);
  if (owners === undefined || owners.includes(principal.name)) return { allowed: true, right };
  if (
    namespace === null &&
    (act === 'publish' || act === 'manage') &&
    !principal.scopes.includes('tenant:admin')
  )
    return refused(
      `${principal.name} does not own this item`,
      `ask an owner (${owners.join(', ')}) or an admin`,
    );
  if (namespace !== null && act === 'manage' && !isAtLeast(right.role, 'curator'))
    return refused(lacks, `ask an owner (${owners.join(', ')}) or a curator of @${namespace}`);
  return { allowed: true, right };
}

/** A run of CI owns nothing: an admin has named the items whose new versions it publishes, or proposes, and nothing else. */
function decideForRun({ name }: Decider, act: Act, { slug, owners }: DecidedItem): Decision {
  if (act !== 'publish' && act !== 'propose')
    return { allowed: false, message: 'a run of CI publishes new versions and does nothing else' };
  if (act === 'publish' && (owners === undefined || owners.includes(name)))
    return {
      allowed: false,
      message: 'the first version of an item needs a person',
      hint: 'publish it once with your own login; then CI can go on',
    };
  const right: Right = { namespace: namespaceOf(slug), role: 'publisher', from: 'person', group: null };
  return { allowed: true, right };
}

export function isAllowed(principal: Decider, act: Act, item: DecidedItem): boolean {
  return decide(principal, act, item).allowed;
}

/** The answer to somebody who may propose a name and not publish it says that they can propose it. */
function isOnlyProposer(principal: Decider, { slug }: DecidedItem): boolean {
  return (
    isAllowed(principal, 'propose', { slug }) &&
    !isAllowed(principal, 'publish', { slug, owners: [principal.name] })
  );
}

/** Throws `forbidden` with the reason and whom to ask. */
export function requireAllowed(
  { principal }: { readonly principal: Decider },
  act: Act,
  item: DecidedItem,
): Right {
  const decision = decide(principal, act, item);
  if (decision.allowed) return decision.right;
  const { message, hint } = decision;
  throw new CoppiceError('forbidden', message, {
    ...(hint !== undefined && { hint }),
    ...(act === 'publish' && isOnlyProposer(principal, item) && { data: { propose: true } }),
  });
}

/** Of the namespace itself: its roles and its rule of approval. */
export function requireNamespaceAdmin(
  { principal }: { readonly principal: Decider },
  namespace: string,
): void {
  const right = principal.rights.find((one) => one.namespace === namespace);
  if (right === undefined) throw new CoppiceError('not-found', `there is no namespace @${namespace}`);
  if (isAtLeast(right.role, 'admin') && principal.scopes.includes('namespaces:admin')) return;
  throw new CoppiceError(
    'forbidden',
    `${principal.name} is ${rightText(right)}, and cannot change @${namespace}`,
    {
      hint: 'ask an admin of the namespace or of the tenant',
    },
  );
}
