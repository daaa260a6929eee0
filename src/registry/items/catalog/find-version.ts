/*
 * Finds the version of a request: a given one, the latest, or one with a digest. The result has only the fields for
 * downloading and counting it, so that many can be cached.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import type { ItemState, Kind } from '../../api/names.js';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import { type Catalog, revisionOf } from './catalog.js';
import { findItem } from './find-item.js';

export interface FoundVersion {
  readonly itemId: number;
  readonly versionId: number;
  readonly kind: Kind;
  readonly slug: string;
  readonly state: ItemState;
  readonly version: string;
  readonly digest: string;
}

/** Also finds yanked versions and those of archived items: a lock may name them. */
export function findVersion(
  catalog: Catalog,
  tenantId: number,
  name: ItemName,
  version: string,
): Promise<FoundVersion> {
  const key = `${tenantId}/${name.kind}/${name.slug}@${version}`;
  return catalog.versions.get(key, revisionOf(catalog, tenantId), async () => {
    const found = await versionsOf(catalog.registry.database, tenantId)
      .where('item.kind', '=', name.kind)
      .where('item.slug', '=', name.slug)
      // Build metadata does not count.
      .where(sql`split_part(version.version, '+', 1)`, '=', sql`split_part(${version}, '+', 1)`)
      .executeTakeFirst();
    if (found === undefined) throw noSuchVersion(name, version);
    return found;
  });
}

export function findLatest(catalog: Catalog, tenantId: number, name: ItemName): Promise<FoundVersion> {
  const key = `${tenantId}/${name.kind}/${name.slug}`;
  return catalog.versions.get(key, revisionOf(catalog, tenantId), async () => {
    const found = await versionsOf(catalog.registry.database, tenantId)
      .where('item.kind', '=', name.kind)
      .where('item.slug', '=', name.slug)
      .whereRef('version.id', '=', 'item.latest_id')
      .executeTakeFirst();
    if (found !== undefined) return found;
    await findItem(catalog.registry.database, tenantId, name);
    throw new CoppiceError('not-found', `every version of the ${name.kind} \`${name.slug}\` is yanked`);
  });
}

/** Only finds versions of this tenant: blobs are stored once for all tenants, but each may read only its own. */
export function findByDigest(catalog: Catalog, tenantId: number, digest: string): Promise<FoundVersion> {
  return catalog.versions.get(`${tenantId}/${digest}`, revisionOf(catalog, tenantId), async () => {
    const found = await versionsOf(catalog.registry.database, tenantId)
      .where('version.digest', '=', digest)
      // Several may have the same bytes; a live and recent one is the most likely.
      .orderBy(sql`item.state = 'archived'`)
      .orderBy('version.id', 'desc')
      .executeTakeFirst();
    if (found === undefined) throw new CoppiceError('not-found', `there is no bundle ${digest}`);
    return found;
  });
}

export function noSuchVersion({ kind, slug }: ItemName, version: string): CoppiceError {
  return new CoppiceError('not-found', `there is no version ${version} of the ${kind} \`${slug}\``);
}

function versionsOf(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.item_id', '=', 'item.id'),
    )
    .select([
      'item.id as itemId',
      'version.id as versionId',
      'item.kind',
      'item.slug',
      'item.state',
      'version.version',
      'version.digest',
    ])
    .where('item.tenant_id', '=', tenantId);
}
