/*
 * The tokens of a tenant, as they may be shown: never their text, which is stored nowhere.
 */

import { sql } from 'kysely';
import type { Scope } from '../api/names.js';
import type { Queries } from '../db/database.js';

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly patterns: readonly string[];
  /** `user:EMAIL` or `service:NAME`. */
  readonly owner: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** All of a tenant, unless told. */
export interface WhichTokens {
  /** Any text; one that is no id finds nothing. */
  readonly id?: string;
  readonly owner?: string;
}

/** Newest first, revoked ones too. */
export async function readTokens(
  queries: Queries,
  tenantId: number,
  { id, owner }: WhichTokens = {},
): Promise<readonly Token[]> {
  const ownerName = sql<string>`coalesce('service:' || tokens.service, 'user:' || users.email)`;
  let query = queries
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.tenant_id', '=', tenantId)
    .select([
      'tokens.id',
      'tokens.name',
      'tokens.prefix',
      'tokens.scopes',
      'tokens.patterns',
      'tokens.created_at as createdAt',
      'tokens.expires_at as expiresAt',
      'tokens.last_used_at as lastUsedAt',
      'tokens.revoked_at as revokedAt',
    ])
    .select(ownerName.as('owner'))
    .orderBy('tokens.created_at', 'desc')
    .orderBy('tokens.id');
  if (id !== undefined) query = query.where(sql`tokens.id::text`, '=', id);
  if (owner !== undefined) query = query.where(ownerName, '=', owner);
  return query.execute();
}
