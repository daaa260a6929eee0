/*
 * Handlers of the account routes: signing in, sessions, tokens, settings.
 */

import { dayMs } from '../../../../text/time.js';
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type SessionRow,
} from '../../../access/own-sessions.js';
import { signIn, signOut } from '../../../access/sessions.js';
import { changeSettings } from '../../../access/tenants.js';
import type { Token } from '../../../access/tokens.js';
import { createOwnToken, listTokens, revokeOwnToken } from '../../../access/tokens.js';
import type { accountRoutes, SessionAnswer, TokenAnswer } from '../../../api/routes/account.js';
import { expiredCookie, sessionCookie } from '../../../rules/access/credential-text.js';
import { cookieSeconds } from '../../../rules/access/session-life.js';
import type { Handlers } from '../handler.js';
import { signingBrowser } from '../signing-browser.js';
import { whoAnswer } from '../who-answer.js';

const done = { json: { ok: true } };

export const accountHandlers: Handlers<typeof accountRoutes> = {
  signIn: async (call) => {
    const { registry, body, tenantName, origin } = call;
    const given =
      'token' in body
        ? { kind: 'token' as const, text: body.token }
        : { kind: 'link' as const, text: body.link };
    const browser = await signingBrowser(call, body.replace);
    const { tenant, principal, text } = await signIn(registry, { ...given, ...browser, tenant: tenantName });
    return {
      json: whoAnswer(tenant, principal),
      cookies: [sessionCookie(text, cookieSeconds, origin)],
    };
  },
  signOut: async ({ registry, caller, origin }) => {
    await signOut(registry, caller());
    return { ...done, cookies: [expiredCookie(origin)] };
  },
  whoAmI: async ({ caller }) => {
    const { tenant, principal } = caller();
    return { json: whoAnswer(tenant, principal) };
  },
  listSessions: async ({ registry, caller }) => {
    const sessions = await listSessions(registry, caller());
    return { json: sessions.map(sessionAnswer) };
  },
  endSession: async ({ registry, caller, params }) => {
    await endOwnSession(registry, caller(), params.id);
    return done;
  },
  endOtherSessions: async ({ registry, caller }) => ({
    json: { ended: await endOtherSessions(registry, caller()) },
  }),
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
  getSettings: async ({ tenant }) => ({ json: tenant.settings }),
  changeSettings: async ({ registry, caller, body }) => ({
    json: await changeSettings(registry, caller(), body),
  }),
};

function sessionAnswer({ isCurrent, ...session }: SessionRow): SessionAnswer {
  return {
    id: session.id,
    browser: session.browser,
    ip: session.ip,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    ends_at: session.endsAt.toISOString(),
    current: isCurrent,
  };
}

export function tokenAnswer(token: Token): TokenAnswer {
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
