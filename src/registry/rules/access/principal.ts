/*
 * Who is calling, in which tenant, and what they may do. Every reason that makes a credential invalid is checked in
 * `principalOf`: it has expired or was revoked, or so has the token that opened the session, or its owner is no longer
 * a member, or is one who may not sign in.
 */

import type { Kind, Role, Scope } from '../../api/names.js';
import type { Right } from '../../api/rights.js';
import type { TenantSettings } from '../../api/settings.js';
import type { CiRun } from '../../api/trusted-publishing.js';
import { effectiveScopes, roleOfScopes, roleScopes, scopesOf } from './permissions.js';
import { type AssignedRole, namespaceRoleOf, rightsOf } from './rights.js';

export interface Tenant {
  readonly id: number;
  readonly slug: string;
  readonly settings: TenantSettings;
}

export type Principal = AnonymousPrincipal | KnownPrincipal;

/** Reads what is public. */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
}

export interface KnownPrincipal {
  readonly kind: 'token' | 'session';
  /** `user:EMAIL` or `service:NAME`: the name that owns items and appears in the audit log. */
  readonly name: string;
  readonly userId: number | null;
  /** Also set for a session that was opened with a token. */
  readonly tokenId: string | null;
  readonly sessionId: string | null;
  readonly role: Role | null;
  /** What it may do somewhere; where is decided by the rights. */
  readonly scopes: readonly Scope[];
  /** The role in each namespace of the tenant, and in names without one. */
  readonly rights: readonly Right[];
  /** Names with `*` that writes are confined to; none means all. */
  readonly patterns: readonly string[];
  readonly expiresAt: Date | null;
  /** The text that every write of a session must repeat. */
  readonly csrf: string | null;
  /** Set for a token that a run of CI got for its identity. */
  readonly ciRun?: CiRun;
}

/** Who calls an operation, in which tenant and from which address. */
export interface Caller {
  readonly tenant: Tenant;
  readonly principal: KnownPrincipal;
  readonly ip: string | null;
}

export interface ItemName {
  readonly kind: Kind;
  readonly slug: string;
}

/**
 * What the database knows of a credential. A token has no columns of a session, a session that was opened with a link
 * has none of a token, and a service has none of a user.
 */
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
  readonly suspendedAt: Date | null;
  readonly deactivatedAt: Date | null;
  readonly role: Role | null;
  readonly ciRun?: CiRun | null;
}

/** Undefined for a credential that is not valid now. `assigned` are its roles in the namespaces of the tenant. */
export function principalOf(
  row: CredentialRow,
  now: number,
  assigned: readonly AssignedRole[],
): KnownPrincipal | undefined {
  const name = ownerName(row);
  const expiresAt = earlier(row.sessionExpiresAt, row.tokenExpiresAt);
  const hasExpired = expiresAt !== null && expiresAt.getTime() <= now;
  if (name === undefined || hasExpired || row.sessionRevokedAt !== null || row.tokenRevokedAt !== null)
    return undefined;
  const granted = row.scopes ?? roleScopes.admin;
  const rights = rightsOf(row.role === null ? roleOfScopes(granted) : namespaceRoleOf(row.role), assigned);
  return {
    kind: row.sessionId === null ? 'token' : 'session',
    name,
    userId: row.userId,
    tokenId: row.tokenId,
    sessionId: row.sessionId,
    role: row.role,
    scopes: effectiveScopes(granted, row.role === null ? null : scopesOf(row.role, rights)),
    rights,
    patterns: row.patterns ?? [],
    expiresAt,
    csrf: row.csrf,
    ...(row.ciRun && { ciRun: row.ciRun }),
  };
}

function ownerName(row: CredentialRow): string | undefined {
  if (row.service !== null) return `service:${row.service}`;
  return row.email === null || row.role === null || !isActive(row) ? undefined : `user:${row.email}`;
}

/** Suspended by an admin, deactivated by the provider, or disabled in all tenants: each is enough. */
function isActive({
  disabledAt,
  suspendedAt,
  deactivatedAt,
}: Pick<CredentialRow, 'disabledAt' | 'suspendedAt' | 'deactivatedAt'>): boolean {
  return disabledAt === null && suspendedAt === null && deactivatedAt === null;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
