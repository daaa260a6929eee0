/*
 * Handlers of the account routes: signing in, tokens, members, settings, audit log.
 */

import { dayMs } from '../../../../text/time.js';
import { changeRole, listMembers, type Member, removeMember } from '../../../access/members.js';
import { sessionSeconds, signIn, signOut } from '../../../access/sessions.js';
import { changeSettings } from '../../../access/tenants.js';
import type { Token } from '../../../access/tokens.js';
import { createOwnToken, listTokens, revokeOwnToken } from '../../../access/tokens.js';
import type {
  AuditAnswer,
  accountRoutes,
  MemberAnswer,
  TokenAnswer,
  WhoAnswer,
} from '../../../api/routes/account.js';
import { type AuditRow, actorOf, readAudit } from '../../../data/db/audit.js';
import { expiredCookie, sessionCookie } from '../../../rules/access/credential-text.js';
import type { KnownPrincipal, Tenant } from '../../../rules/access/principal.js';
import type { Handlers } from '../handler.js';

const done = { json: { ok: true } };

export const accountHandlers: Handlers<typeof accountRoutes> = {
  signIn: async ({ registry, body, tenantName, ip, origin }) => {
    const given =
      'token' in body
        ? { kind: 'token' as const, text: body.token }
        : { kind: 'link' as const, text: body.link };
    const { tenant, principal, text } = await signIn(registry, { ...given, tenant: tenantName, ip });
    return {
      json: whoAnswer(tenant, principal),
      headers: { 'set-cookie': sessionCookie(text, sessionSeconds, origin) },
    };
  },
  signOut: async ({ registry, caller, origin }) => {
    await signOut(registry, caller());
    return { ...done, headers: { 'set-cookie': expiredCookie(origin) } };
  },
  whoAmI: async ({ caller }) => {
    const { tenant, principal } = caller();
    return { json: whoAnswer(tenant, principal) };
  },
  listTokens: async ({ registry, caller }) => {
    const tokens = await listTokens(registry, caller());
    return { json: tokens.map(tokenAnswer) };
  },
  createToken: async ({ registry, caller, body }) => {
    const { expires_in_days: days, ...wanted } = body;
    const expiresAt = days === null ? null : new Date(registry.clock.now() + days * dayMs);
    const made = await createOwnToken(registry, caller(), { ...wanted, expiresAt });
    return { json: { ...tokenAnswer(made), token: made.text } };
  },
  revokeToken: async ({ registry, caller, params }) => {
    await revokeOwnToken(registry, caller(), params.id);
    return done;
  },
  listMembers: async ({ registry, tenant }) => {
    const members = await listMembers(registry.database, tenant.id);
    return { json: members.map(memberAnswer) };
  },
  changeMember: async ({ registry, caller, params, body }) => {
    const member = await changeRole(registry, actorOf(caller()), params, body.role);
    return { json: memberAnswer(member) };
  },
  removeMember: async ({ registry, caller, params }) => {
    await removeMember(registry, actorOf(caller()), params);
    return done;
  },
  getSettings: async ({ tenant }) => ({ json: tenant.settings }),
  changeSettings: async ({ registry, caller, body }) => ({
    json: await changeSettings(registry, caller(), body),
  }),
  listAudit: async ({ registry, tenant, query }) => {
    const { rows, nextCursor } = await readAudit(registry.database, tenant.id, query);
    return { json: { items: rows.map(auditAnswer), next_cursor: nextCursor } };
  },
};

function whoAnswer(tenant: Tenant, principal: KnownPrincipal): WhoAnswer {
  const { kind, name, role, scopes, tokenId, expiresAt, csrf } = principal;
  return {
    tenant: tenant.slug,
    principal: name,
    role,
    scopes: [...scopes],
    via: kind,
    opened_with: kind === 'token' ? null : tokenId === null ? 'link' : 'token',
    expires_at: expiresAt?.toISOString() ?? null,
    csrf,
  };
}

function tokenAnswer(token: Token): TokenAnswer {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    scopes: [...token.scopes],
    patterns: [...token.patterns],
    owner: token.owner,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

function memberAnswer({ userId, email, name, role, createdAt }: Member): MemberAnswer {
  return { id: String(userId), email, name, role, created_at: createdAt.toISOString() };
}

function auditAnswer({ id, at, ...row }: AuditRow): AuditAnswer {
  return { ...row, id: String(id), at: at.toISOString() };
}
