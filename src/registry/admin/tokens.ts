/*
 * Tokens, as the admin command makes them: for a service that it names, or for a member.
 */

import { CoppiceError } from '../../system/errors.js';
import { findMember } from '../access/members.js';
import { roleScopes, scopesBeyond } from '../access/role-scopes.js';
import { createToken, type MadeToken, type TokenOwner, type WantedToken } from '../access/tokens.js';
import type { RegistryRows } from '../registry.js';
import { adminActor } from './tenants.js';

export type NewTokenOwner = { readonly service: string } | { readonly email: string };

export async function makeToken(
  registry: RegistryRows,
  tenantId: number,
  owner: NewTokenOwner,
  wanted: WantedToken,
): Promise<MadeToken> {
  const found =
    'service' in owner
      ? serviceOwner(owner.service)
      : await userOwner(registry, tenantId, owner.email, wanted);
  return createToken(registry, adminActor(tenantId), found, wanted);
}

function serviceOwner(service: string): TokenOwner {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(service)) return { userId: null, service };
  throw new CoppiceError('bad-value', `${service} cannot be the name of a service`, {
    hint: 'use up to 80 letters, digits, dots, underscores and hyphens (--service, where the token is named otherwise)',
  });
}

async function userOwner(
  { database }: RegistryRows,
  tenantId: number,
  email: string,
  { scopes }: WantedToken,
): Promise<TokenOwner> {
  const { userId, role } = await findMember(database, tenantId, { email });
  const beyond = scopesBeyond(scopes, roleScopes[role]);
  if (beyond.length === 0) return { userId, service: null };
  throw new CoppiceError('bad-value', `a ${role} has no ${beyond.join(', ')}`, {
    hint: `use some of: ${roleScopes[role].join(' ')}`,
  });
}
