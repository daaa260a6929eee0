/*
 * When members were last here, and how many items each owns: what an admin wants to know before changing anything.
 */

import { sql } from 'kysely';
import type { Queries } from '../data/db/database.js';

export interface MemberActivity {
  readonly userId: number;
  /** Null for never, or before this was noted. */
  readonly lastSeenAt: Date | null;
  readonly owns: number;
}

export async function memberActivity(
  queries: Queries,
  tenantId: number,
): Promise<ReadonlyMap<number, MemberActivity>> {
  const { rows } = await sql<MemberActivity>`
    select memberships.user_id as "userId", memberships.last_seen_at as "lastSeenAt",
      coalesce(owned.count, 0) as owns
    from memberships
    join users on users.id = memberships.user_id
    left join (
      select owner, count(*) as count from items, unnest(owners) as owner
      where items.tenant_id = ${tenantId} group by owner
    ) as owned on owned.owner = 'user:' || users.email
    where memberships.tenant_id = ${tenantId}
  `.execute(queries);
  return new Map(rows.map((row) => [row.userId, row]));
}
