/*
 * The catalog as it is read: the registry, with what is kept in memory of it. Opened once by the server; every reading
 * operation takes it. Everything kept is good while the tenant's catalog does not change, or for good.
 */

import type { VectorMatrix } from '../../../search/embedding.js';
import type { Bundle } from '../../../skill/bundle/read-bundle.js';
import type { DependencyAnswer } from '../../api/item.js';
import type { Registry } from '../../registry.js';
import type { Offer } from '../../rules/versions/offer.js';
import type { FoundVersion } from './find-version.js';
import { RevisionCache } from './revision-cache.js';
import type { ItemVectors } from './search-by-meaning.js';

export interface Catalog {
  readonly registry: Registry;
  readonly versions: RevisionCache<FoundVersion>;
  /** Packed bytes by their digest. */
  readonly blobs: RevisionCache<Uint8Array>;
  /** Unpacked, by the same digest. */
  readonly bundles: RevisionCache<Bundle>;
  readonly offers: RevisionCache<Offer>;
  readonly closures: RevisionCache<readonly DependencyAnswer[]>;
  readonly vectors: RevisionCache<ItemVectors>;
  /** Of texts that have nothing to do with any item, by model. */
  readonly background: RevisionCache<VectorMatrix>;
}

const mebibyte = 1024 * 1024;

export function openCatalog(registry: Registry): Catalog {
  return {
    registry,
    versions: new RevisionCache({ mostWeight: 50_000, weigh: () => 1 }),
    blobs: new RevisionCache({ mostWeight: 64 * mebibyte, weigh: ({ length }) => length }),
    bundles: new RevisionCache({ mostWeight: 64 * mebibyte, weigh: archiveBytes }),
    offers: new RevisionCache({ mostWeight: 200_000, weigh: ({ versions }) => 1 + versions.length }),
    closures: new RevisionCache({ mostWeight: 200_000, weigh: ({ length }) => 1 + length }),
    vectors: new RevisionCache({
      mostWeight: 128 * mebibyte,
      weigh: ({ matrix }) => matrix.values.byteLength,
    }),
    background: new RevisionCache({ mostWeight: 1, weigh: () => 1 }),
  };
}

/** Its files are views into the whole archive, which may be far longer than they are. */
function archiveBytes({ files }: Bundle): number {
  return files[0]?.bytes.buffer.byteLength ?? 0;
}

/** What is kept of a tenant is good while this stands; undefined while nothing may be kept. */
export function revisionOf({ registry }: Catalog, tenantId: number): number | undefined {
  return registry.changes.revision({ tenantId, part: 'catalog' });
}
