/*
 * A person's sessions: where they are signed in, and ending one that they do not recognise. A session that a token
 * opened sees those of this token.
 */

import { CoppiceError } from '../../text/errors.js';
import { actorOf } from '../data/db/audit.js';
import type { Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { endSessions } from './sessions.js';

export interface SessionRow {
  readonly id: string;
  readonly browser: string;
  readonly ip: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly endsAt: Date;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** Those that are valid now, the last used first. */
export async function listSessions(
  { database, clock }: RegistryRows,
  caller: Caller,
): Promise<readonly SessionRow[]> {
  const rows = await ownSessions(database, caller, clock.now())
    .select(['id', 'browser', 'ip'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['expires_at as expiresAt', 'ends_at as endsAt'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isCurrent: row.id === caller.principal.sessionId }));
}

/** Throws `not-found` for a session that the caller cannot list. */
export async function endOwnSession(registry: RegistryRows, caller: Caller, id: string): Promise<void> {
  const sessions = await listSessions(registry, caller);
  if (!sessions.some((session) => session.id === id))
    throw new CoppiceError('not-found', `there is no session ${id}`);
  await endSessions(registry, actorOf(caller), [id]);
}

/** All but the one that asks. Returns how many there were. */
export async function endOtherSessions(registry: RegistryRows, caller: Caller): Promise<number> {
  const sessions = await listSessions(registry, caller);
  const others = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  await endSessions(registry, actorOf(caller), others);
  return others.length;
}

function ownSessions(queries: Queries, { tenant, principal }: Caller, now: number) {
  const { userId, tokenId } = principal;
  const valid = queries
    .selectFrom('sessions')
    .where('tenant_id', '=', tenant.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now));
  // The owner of a token is a person or a service; the sessions that a person opened with a link are not the token's.
  return tokenId === null ? valid.where('user_id', '=', userId) : valid.where('token_id', '=', tokenId);
}
