/*
 * What live items require of each other: the requirements of the latest version of every item that is not archived.
 * Superseded, yanked and archived versions do not count.
 */

import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import type { Demand } from '../../rules/versions/conflict.js';

interface LiveDemand extends Demand {
  /** The version of the item that requires. */
  readonly version: string;
}

/** The demands on the given items, sorted by kind and slug of the item that requires them. */
export async function readLiveDemands(
  queries: Queries,
  tenantId: number,
  targets: readonly ItemName[],
): Promise<readonly LiveDemand[]> {
  if (targets.length === 0) return [];
  const rows = await queries
    .selectFrom('dependencies as dependency')
    // Lateral joins with a limit force lookups by key: a planner without statistics would pair every requirement with
    // every item.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('versions')
          .select(['item_id', 'version'])
          .whereRef('tenant_id', '=', 'dependency.tenant_id')
          .whereRef('id', '=', 'dependency.version_id')
          .limit(1)
          .as('version'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('items')
          .select(['kind', 'slug'])
          .whereRef('tenant_id', '=', 'dependency.tenant_id')
          .whereRef('id', '=', 'version.item_id')
          .whereRef('latest_id', '=', 'dependency.version_id')
          .where('state', '<>', 'archived')
          .limit(1)
          .as('item'),
      (join) => join.onTrue(),
    )
    .select([
      'item.kind',
      'item.slug',
      'version.version',
      'dependency.kind as required_kind',
      'dependency.slug as required_slug',
      'dependency.range',
    ])
    .where('dependency.tenant_id', '=', tenantId)
    .where((is) =>
      is(
        is.refTuple('dependency.kind', 'dependency.slug'),
        'in',
        targets.map(({ kind, slug }) => is.tuple(kind, slug)),
      ),
    )
    .orderBy('item.kind')
    .orderBy('item.slug', (order) => order.collate('C'))
    .execute();
  return rows.map(({ kind, slug, version, required_kind, required_slug, range }) => ({
    by: { kind, slug },
    version,
    requirement: { kind: required_kind, slug: required_slug, range },
  }));
}
