/*
 * Whether a skill is archived on the machine becomes whether its item is. Only where an import was the last to say so: what
 * a person archived or brought back in the registry, or published there themself, is theirs to change.
 */

import { sql } from 'kysely';
import type { Caller, ItemName } from '../access/principal.js';
import type { Queries } from '../db/database.js';
import { changeItem } from '../lifecycle/change-item.js';
import { moveLocked } from '../lifecycle/state.js';
import type { Registry } from '../registry.js';
import type { LocalSkill } from './local-skills.js';

/** Nothing is changed where there is no such item, or where it is so already. */
export async function carryState(
  registry: Registry,
  caller: Caller,
  { id, slug, archived }: Pick<LocalSkill, 'id' | 'archived'> & { readonly slug: string },
): Promise<void> {
  const name: ItemName = { kind: 'skill', slug };
  const isArchived = await isItemArchived(registry.database, caller.tenant.id, name);
  if (isArchived === undefined || isArchived === (archived !== undefined)) return;
  await changeItem(registry, caller, name, { byOwner: false }, async (context) => {
    if (!(await wasSaidByImport(context.transaction, context.tenantId, name))) return undefined;
    const moved = await (archived === undefined
      ? moveLocked(context, 'unarchive', 'restored on this machine')
      : moveLocked(context, 'archive', archived.reason));
    return moved && { ...moved, details: { ...moved.details, imported_from: id } };
  });
}

/** Undefined where there is none. */
async function isItemArchived(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<boolean | undefined> {
  const item = await queries
    .selectFrom('items')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return item && item.state === 'archived';
}

/** The audit knows: it has who made the item, and every time that it was archived or brought back. */
async function wasSaidByImport(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<boolean> {
  const { rows } = await sql<{ byImport: boolean }>`
    select details ? 'imported_from' as "byImport"
    from audit
    where tenant_id = ${tenantId} and (
      (action in ('item.archive', 'item.unarchive') and target = ${`${kind}/${slug}`})
      or (action = 'version.publish' and details ? 'new_item' and starts_with(target, ${`${kind}/${slug}@`}))
    )
    order by id desc
    limit 1
  `.execute(queries);
  return rows[0]?.byImport === true;
}
