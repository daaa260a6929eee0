/*
 * Where the names of absorbed items lead: to the item that absorbed it, or to the one that absorbed that, and so on.
 */

import { sql } from 'kysely';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import { keyOf } from '../../rules/versions/item-key.js';

/** By key: the slug of the live item with a version to install. Names that lead nowhere are left out. */
export async function followAbsorbed(
  queries: Queries,
  tenantId: number,
  names: readonly ItemName[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<ItemName & { readonly target: string }>`
    with recursive led (kind, slug, state, target, latest_id, next_slug, steps) as (
      select item.kind, item.slug, item.state, item.slug, item.latest_id, item.absorbed_into, 0
      from (
        select distinct *
        from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ slug }) => slug)}::text[])
      ) as named (kind, slug)
      join items as item
        on item.tenant_id = ${tenantId} and item.kind = named.kind and item.slug = named.slug
      union all
      select led.kind, led.slug, item.state, item.slug, item.latest_id, item.absorbed_into, led.steps + 1
      from led
      join items as item on item.tenant_id = ${tenantId} and item.kind = led.kind and item.slug = led.next_slug
      where led.steps < ${maxSteps}
    )
    select kind, slug, target from led where steps > 0 and state <> 'archived' and latest_id is not null
  `.execute(queries);
  return new Map(rows.map((row) => [keyOf(row), row.target]));
}

/** No chain is longer, and one that was made by hand ends. */
const maxSteps = 20;
