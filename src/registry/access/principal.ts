/*
 * Who is calling, in which tenant, and what they may do.
 */

import type { Kind, Role, Scope } from '../api/names.js';
import type { TenantSettings } from '../api/settings.js';

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
  /** `user:EMAIL` or `service:NAME`: what owns items and stands in the audit. */
  readonly name: string;
  readonly userId: number | null;
  /** Also of a session that was opened with a token. */
  readonly tokenId: string | null;
  readonly sessionId: string | null;
  readonly role: Role | null;
  readonly scopes: readonly Scope[];
  /** Slugs with `*` that writes are confined to; none means all. */
  readonly patterns: readonly string[];
  readonly expiresAt: Date | null;
  /** What a write of a session must repeat. */
  readonly csrf: string | null;
}

/** What an operation is told about its caller, besides who it is. */
export interface Caller {
  readonly tenant: Tenant;
  readonly principal: KnownPrincipal;
  readonly ip: string | null;
}

export interface ItemName {
  readonly kind: Kind;
  readonly slug: string;
}
