/*
 * From what the database knows of a credential to who is calling. Whatever makes a credential worthless is judged
 * here: it has expired or was revoked, the token a session was opened with has, or its owner is no member any more.
 */

import type { Role, Scope } from '../api/names.js';
import type { KnownPrincipal } from './principal.js';
import { effectiveScopes, roleScopes } from './role-scopes.js';

/** A token has no session's columns; a session that was opened with a link has no token's; a service has no user's. */
export interface CredentialRow {
  readonly sessionId: string | null;
  readonly csrf: string | null;
  readonly sessionExpiresAt: Date | null;
  readonly sessionRevokedAt: Date | null;
  readonly tokenId: string | null;
  readonly service: string | null;
  readonly scopes: readonly Scope[] | null;
  readonly patterns: readonly string[] | null;
  readonly tokenExpiresAt: Date | null;
  readonly tokenRevokedAt: Date | null;
  readonly userId: number | null;
  readonly email: string | null;
  readonly disabledAt: Date | null;
  readonly role: Role | null;
}

/** Undefined for a credential that is worth nothing now. */
export function principalOf(row: CredentialRow, now: number): KnownPrincipal | undefined {
  const name = ownerName(row);
  const expiresAt = earlier(row.sessionExpiresAt, row.tokenExpiresAt);
  const isOver = expiresAt !== null && expiresAt.getTime() <= now;
  if (name === undefined || isOver || row.sessionRevokedAt !== null || row.tokenRevokedAt !== null)
    return undefined;
  return {
    kind: row.sessionId === null ? 'token' : 'session',
    name,
    userId: row.userId,
    tokenId: row.tokenId,
    sessionId: row.sessionId,
    role: row.role,
    scopes: effectiveScopes(row.scopes ?? roleScopes.admin, row.role),
    patterns: row.patterns ?? [],
    expiresAt,
    csrf: row.csrf,
  };
}

function ownerName({ service, email, role, disabledAt }: CredentialRow): string | undefined {
  if (service !== null) return `service:${service}`;
  return email === null || role === null || disabledAt !== null ? undefined : `user:${email}`;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
