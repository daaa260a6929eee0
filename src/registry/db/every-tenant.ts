/*
 * Every query on a table of tenants names its tenant; tests refuse one that does not. The few that are meant for all of
 * them say so, and why, in the query itself.
 */

import { type RawBuilder, sql } from 'kysely';

/** For `.modifyEnd(everyTenant('a digest is shared by all'))`, or inside an `sql` template. */
export function everyTenant(why: string): RawBuilder<unknown> {
  if (why === '' || why.includes('*/')) throw new Error(`not a reason: ${why}`);
  return sql.raw(`/* every tenant: ${why} */`);
}
