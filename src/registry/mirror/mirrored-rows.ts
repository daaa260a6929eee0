/*
 * What the mirror should hold, as the registry has it now.
 */

import { sql } from 'kysely';
import type { Queries } from '../db/database.js';
import { everyTenant } from '../db/every-tenant.js';
import type { ItemState } from './item-state.js';
import type { MirroredItem } from './mirror-topic.js';

export interface MirroredVersion extends MirroredItem {
  readonly version: string;
  readonly digest: string;
  readonly at: Date;
}

export interface PurgedVersion extends MirroredItem {
  readonly version: string;
  readonly reason: string;
  readonly at: Date;
}

export interface MirroredRows {
  /** In the order they were published. */
  readonly versions: readonly MirroredVersion[];
  readonly states: readonly (MirroredItem & { readonly state: ItemState })[];
  readonly purged: readonly PurgedVersion[];
}

const forAll = everyTenant('one mirror holds the items of all');

export async function readMirrored(queries: Queries): Promise<MirroredRows> {
  const versions = await queries
    .selectFrom('versions as version')
    .innerJoin('items as item', 'item.id', 'version.item_id')
    .innerJoin('tenants as tenant', 'tenant.id', 'version.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug'])
    .select(['version.version', 'version.digest', 'version.published_at as at'])
    .orderBy('version.id')
    .modifyEnd(forAll)
    .execute();
  const items = await queries
    .selectFrom('items as item')
    .innerJoin('tenants as tenant', 'tenant.id', 'item.tenant_id')
    .select(['tenant.slug as tenant', 'item.kind', 'item.slug'])
    .select(['item.state', 'item.state_reason', 'item.deprecated_message'])
    .select(
      sql<Readonly<Record<string, string>> | null>`(
        select jsonb_object_agg(version, yanked_reason) from versions
        where versions.tenant_id = item.tenant_id and versions.item_id = item.id and yanked_at is not null
      )`.as('yanked'),
    )
    .orderBy('item.id')
    .modifyEnd(forAll)
    .execute();
  const purged = await queries
    .selectFrom('tombstones as tombstone')
    .innerJoin('tenants as tenant', 'tenant.id', 'tombstone.tenant_id')
    .select(['tenant.slug as tenant', 'tombstone.kind', 'tombstone.slug'])
    .select(['tombstone.version', 'tombstone.reason', 'tombstone.purged_at as at'])
    .modifyEnd(forAll)
    .execute();
  return {
    versions,
    purged,
    states: items.map(({ tenant, kind, slug, state, state_reason, deprecated_message, yanked }) => ({
      ...{ tenant, kind, slug },
      state: {
        ...(state === 'archived' ? { archived: state_reason } : {}),
        ...(deprecated_message === null ? {} : { deprecated: deprecated_message }),
        yanked: yanked ?? {},
      },
    })),
  };
}
