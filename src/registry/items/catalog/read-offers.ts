/*
 * The offers of some items and of everything that their versions require, in one query however deep that is. Each offer
 * is cached while the catalog does not change, so that a known graph needs no query.
 */

import { sql } from 'kysely';
import semver from 'semver';
import type { ItemState, Kind } from '../../api/names.js';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import { keyOf } from '../../rules/versions/item-key.js';
import type { Offer, OfferedVersion } from '../../rules/versions/offer.js';
import type { Requirement } from '../../rules/versions/requirement.js';
import { type Catalog, revisionOf } from './catalog.js';

/** By key (rules/versions/item-key.ts). An item that was never published has no versions. */
export async function readOffers(
  catalog: Catalog,
  tenantId: number,
  names: readonly ItemName[],
): Promise<ReadonlyMap<string, Offer>> {
  const revision = revisionOf(catalog, tenantId);
  const offers = new Map<string, Offer>();
  const unknown = new Map<string, ItemName>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const key = keyOf(name);
    if (offers.has(key) || unknown.has(key)) continue;
    const offer = catalog.offers.find(`${tenantId}/${key}`, revision);
    if (offer === undefined) unknown.set(key, name);
    else {
      offers.set(key, offer);
      for (const { requires } of offer.versions) waiting.push(...requires);
    }
  }
  if (unknown.size === 0) return offers;
  for (const offer of await queryOffers(catalog.registry.database, tenantId, [...unknown.values()])) {
    offers.set(keyOf(offer), offer);
    catalog.offers.set(`${tenantId}/${keyOf(offer)}`, revision, offer);
  }
  return offers;
}

interface OfferRow {
  readonly kind: Kind;
  readonly slug: string;
  /** Null, like the columns below, where there is no such item or it has no versions. */
  readonly state: ItemState | null;
  readonly deprecated_message: string | null;
  readonly deprecated_replacement: string | null;
  readonly id: number | null;
  readonly version: string;
  readonly digest: string;
  readonly content_digest: string;
  readonly size_bytes: number;
  readonly is_yanked: boolean;
  readonly requires: readonly Requirement[];
}

/** As they are in the database now. */
export async function queryOffers(
  queries: Queries,
  tenantId: number,
  names: readonly ItemName[],
): Promise<readonly Offer[]> {
  const kinds = names.map(({ kind }) => kind);
  const slugs = names.map(({ slug }) => slug);
  const { rows } = await sql<OfferRow>`
    with recursive reached (kind, slug) as (
      select * from unnest(${kinds}::text[], ${slugs}::text[])
      union
      select dependency.kind, dependency.slug
      from reached
      join items as item
        on item.tenant_id = ${tenantId} and item.kind = reached.kind and item.slug = reached.slug
      join versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id
      join dependencies as dependency
        on dependency.tenant_id = version.tenant_id and dependency.version_id = version.id
    )
    select reached.kind, reached.slug, item.state, item.deprecated_message, item.deprecated_replacement,
      version.id, version.version, version.digest, version.content_digest, version.size_bytes,
      version.yanked_at is not null as is_yanked,
      (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'slug', slug, 'range', range)), '[]')
        from dependencies
        where tenant_id = version.tenant_id and version_id = version.id
      ) as requires
    from reached
    left join items as item
      on item.tenant_id = ${tenantId} and item.kind = reached.kind and item.slug = reached.slug
    left join versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id
  `.execute(queries);
  const byName = new Map<string, [OfferRow, ...OfferRow[]]>();
  for (const row of rows) {
    const known = byName.get(keyOf(row));
    if (known === undefined) byName.set(keyOf(row), [row]);
    else known.push(row);
  }
  return [...byName.values()].map(offerOf);
}

function offerOf(rows: readonly [OfferRow, ...OfferRow[]]): Offer {
  const { kind, slug, state, deprecated_message: message, deprecated_replacement: replacement } = rows[0];
  return {
    kind,
    slug,
    state: state ?? 'published',
    deprecated: message === null ? null : { message, replacement },
    versions: rows.flatMap(versionOf).sort((a, b) => semver.rcompare(a.version, b.version)),
  };
}

function versionOf(row: OfferRow): readonly OfferedVersion[] {
  if (row.id === null) return [];
  const { id, version, digest, content_digest, size_bytes, is_yanked, requires } = row;
  return [
    {
      id,
      version,
      digest,
      contentDigest: content_digest,
      sizeBytes: size_bytes,
      isYanked: is_yanked,
      requires,
    },
  ];
}
