/*
 * The meaning of a tenant's items as vectors, side by side in memory, to be compared with that of a query.
 */

import { type VectorMatrix, vectorMatrix } from '../../search/embedding.js';
import type { ItemState, Kind } from '../api/names.js';
import { storedVector } from '../embedding/vector-bytes.js';
import { type Catalog, revisionOf } from './catalog.js';

export interface ItemVectors {
  /** Row n of the matrix is of the item n. */
  readonly items: readonly VectorItem[];
  readonly matrix: VectorMatrix;
}

export interface VectorItem {
  readonly id: number;
  readonly state: ItemState;
  readonly tags: readonly string[];
}

/** Of items with a latest version, and with a vector by this model. */
export function readItemVectors(
  catalog: Catalog,
  tenantId: number,
  kind: Kind,
  model: string,
): Promise<ItemVectors> {
  const key = `${tenantId}/${kind}/${model}`;
  return catalog.vectors.get(key, revisionOf(catalog, tenantId), async () => {
    const rows = await catalog.registry.database
      .selectFrom('items as item')
      .innerJoin('versions as version', (join) =>
        join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
      )
      .select(['item.id', 'item.state', 'version.tags', 'item.embedding'])
      .where('item.tenant_id', '=', tenantId)
      .where('item.kind', '=', kind)
      .where('item.embedding_model', '=', model)
      .where('item.embedding', 'is not', null)
      .execute();
    return {
      items: rows.map(({ id, state, tags }) => ({ id, state, tags })),
      matrix: vectorMatrix(rows.map(({ embedding }) => storedVector(embedding))),
    };
  });
}
