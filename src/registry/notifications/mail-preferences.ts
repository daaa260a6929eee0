/*
 * What a member wants no mail about. Without a choice, a member gets mail about everything that concerns them.
 */

import { CoppiceError } from '../../text/errors.js';
import type { NotificationEvent } from '../api/notifications.js';
import type { Queries } from '../data/db/database.js';
import type { Caller, KnownPrincipal } from '../rules/access/principal.js';

export async function readMuted(
  queries: Queries,
  { tenant, principal }: Caller,
): Promise<readonly NotificationEvent[]> {
  const row = await queries
    .selectFrom('mail_preferences')
    .select('muted')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', personOf(principal))
    .executeTakeFirst();
  return row?.muted ?? [];
}

export async function setMuted(
  queries: Queries,
  { tenant, principal }: Caller,
  muted: readonly NotificationEvent[],
): Promise<void> {
  await queries
    .insertInto('mail_preferences')
    .values({ tenant_id: tenant.id, user_id: personOf(principal), muted })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ muted }))
    .execute();
}

function personOf({ userId, name }: KnownPrincipal): number {
  if (userId !== null) return userId;
  throw new CoppiceError('conflict', `${name} is no person, and gets no mail`);
}
