/*
 * Who a credential belongs to, as the API says it.
 */

import type { WhoAnswer } from '../../api/routes/account.js';
import type { KnownPrincipal, Tenant } from '../../rules/access/principal.js';

export function whoAnswer(tenant: Tenant, principal: KnownPrincipal): WhoAnswer {
  const { kind, name, role, scopes, rights, patterns, tokenId, expiresAt, csrf } = principal;
  return {
    tenant: tenant.slug,
    principal: name,
    role,
    scopes: [...scopes],
    rights: [...rights],
    patterns: [...patterns],
    via: kind,
    opened_with: kind === 'token' ? null : tokenId === null ? 'link' : 'token',
    expires_at: expiresAt?.toISOString() ?? null,
    csrf,
  };
}
