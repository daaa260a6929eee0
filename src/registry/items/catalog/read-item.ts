/*
 * One item as the API returns it: its state, its latest version, the items that use it, and the detail for its page.
 */

import { sql } from 'kysely';
import type { ItemAnswer, ItemDetail, ReferrerAnswer } from '../../api/item.js';
import type { Queries } from '../../data/db/database.js';
import type { SimilarItem } from '../../data/db/tables.js';
import type { ItemName } from '../../rules/access/principal.js';
import type { Catalog } from './catalog.js';
import { findItem, noSuchItem } from './find-item.js';
import { itemColumns, itemRowOf, requiresOf, shownVersionId } from './item-columns.js';
import { readLiveDemands } from './live-demands.js';
import { readClosure } from './resolve-items.js';

export async function readItem(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<ItemAnswer | undefined> {
  const row = await queries
    .selectFrom('items as item')
    .leftJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').on('version.id', '=', shownVersionId),
    )
    .select([...itemColumns, 'item.id', 'item.owners'])
    .select([
      requiresOf('version').as('requires'),
      sql<Record<string, string>>`coalesce((
        select jsonb_object_agg(channel.channel, named.version)
        from channels as channel
        join versions as named on named.tenant_id = channel.tenant_id and named.id = channel.version_id
        where channel.tenant_id = item.tenant_id and channel.item_id = item.id
      ), '{}')`.as('channels'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const demands = await readLiveDemands(queries, tenantId, [{ kind, slug }]);
  return {
    ...itemRowOf(row),
    requires: row.requires,
    used_by: [...new Set(demands.map(({ by }) => by.slug))].sort(),
    owners: [...row.owners],
    channels: row.channels,
    usage: await readUsage(queries, tenantId, row.id),
  };
}

async function readUsage(
  queries: Queries,
  tenantId: number,
  itemId: number,
): Promise<NonNullable<ItemAnswer['usage']>> {
  const { rows } = await sql<NonNullable<ItemAnswer['usage']>>`
    select coalesce(sum(uses), 0)::int8 as uses, coalesce(sum(views), 0)::int8 as views,
      coalesce(sum(downloads), 0)::int8 as downloads, coalesce(sum(installs), 0)::int8 as installs,
      coalesce(sum(unverified), 0)::int8 as unverified,
      (
        select count(distinct project_hash)
        from usage_of_projects
        where tenant_id = ${tenantId} and item_id = ${itemId} and event in ('install', 'use')
      ) as projects
    from usage_by_item
    where tenant_id = ${tenantId} and item_id = ${itemId}
  `.execute(queries);
  return rows[0] ?? { uses: 0, views: 0, downloads: 0, installs: 0, projects: 0, unverified: 0 };
}

/** The item with its requirements and their versions, the items that require it, and similar drafts. */
export async function readDetail(
  catalog: Catalog,
  tenantId: number,
  name: ItemName,
  { withDrafts }: { readonly withDrafts: boolean },
): Promise<ItemDetail> {
  const { database } = catalog.registry;
  const item = await readItem(database, tenantId, name);
  if (item === undefined) throw noSuchItem(name);
  const [dependencies, referrers, proposals] = await Promise.all([
    readClosure(catalog, tenantId, name),
    readReferrers(catalog, tenantId, name),
    withDrafts ? readMergeProposals(database, tenantId, name) : [],
  ]);
  return {
    ...item,
    requires: dependencies
      .filter(({ depth }) => depth === 1)
      .map(({ slug, version_range, version }) => ({ slug, version_range, version: version ?? '' })),
    required_by: referrers.map(({ slug, version_range, version }) => ({ slug, version_range, version })),
    merge_proposals: [...proposals],
  };
}

/** Live items whose latest version requires it. */
export async function readReferrers(
  { registry: { database } }: Catalog,
  tenantId: number,
  name: ItemName,
): Promise<readonly ReferrerAnswer[]> {
  await findItem(database, tenantId, name);
  const demands = await readLiveDemands(database, tenantId, [name]);
  return demands.map(({ by: { kind, slug }, version, requirement }) => ({
    kind,
    slug,
    version,
    version_range: requirement.range,
  }));
}

/** A draft with this similarity may be better merged than published. */
const minSimilarity = 0.85;
const maxProposals = 10;

async function readMergeProposals(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<ItemDetail['merge_proposals']> {
  const similar: readonly Partial<SimilarItem>[] = [{ kind, slug }];
  const rows = await queries
    .selectFrom('drafts')
    .select(['id', 'slug', 'similar_items'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .where(sql<boolean>`similar_items @> ${JSON.stringify(similar)}::jsonb`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows
    .map((draft) => ({
      draft_id: draft.id,
      draft_slug: draft.slug,
      similarity:
        draft.similar_items.find((item) => item.kind === kind && item.slug === slug)?.similarity ?? 0,
    }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, maxProposals);
}
