/*
 * The catalog for reading: the registry with its caches. The server opens it once, and every read uses it. An entry is
 * valid while the tenant's catalog does not change, or permanently.
 */

import type { VectorMatrix } from '../../../search/embedding.js';
import type { Bundle } from '../../../skill/bundle/read-bundle.js';
import type { DependencyAnswer, NearItem } from '../../api/item.js';
import type { Registry } from '../../registry.js';
import type { Offer } from '../../rules/versions/offer.js';
import type { CommonTerms } from './common-terms.js';
import type { FoundVersion } from './find-version.js';
import { RevisionCache } from './revision-cache.js';
import type { ItemVectors } from './search-by-meaning.js';

export interface Catalog {
  readonly registry: Registry;
  readonly versions: RevisionCache<FoundVersion>;
  /** Packed bytes by digest. */
  readonly blobs: RevisionCache<Uint8Array>;
  /** Unpacked, by the same digest. */
  readonly bundles: RevisionCache<Bundle>;
  readonly offers: RevisionCache<Offer>;
  readonly closures: RevisionCache<readonly DependencyAnswer[]>;
  readonly near: RevisionCache<readonly NearItem[]>;
  readonly vectors: RevisionCache<ItemVectors>;
  readonly commonTerms: RevisionCache<CommonTerms>;
  /** Vectors of texts that are unrelated to any item, by model. */
  readonly background: RevisionCache<VectorMatrix>;
}

const mebibyte = 1024 * 1024;

export function openCatalog(registry: Registry): Catalog {
  return {
    registry,
    versions: new RevisionCache({ maxWeight: 50_000, weigh: () => 1 }),
    blobs: new RevisionCache({ maxWeight: 64 * mebibyte, weigh: ({ length }) => length }),
    bundles: new RevisionCache({ maxWeight: 64 * mebibyte, weigh: archiveBytes }),
    offers: new RevisionCache({ maxWeight: 200_000, weigh: ({ versions }) => 1 + versions.length }),
    closures: new RevisionCache({ maxWeight: 200_000, weigh: ({ length }) => 1 + length }),
    near: new RevisionCache({ maxWeight: 50_000, weigh: ({ length }) => 1 + length }),
    vectors: new RevisionCache({
      maxWeight: 128 * mebibyte,
      weigh: ({ matrix }) => matrix.values.byteLength,
    }),
    commonTerms: new RevisionCache({ maxWeight: 200_000, weigh: ({ counts }) => 1 + counts.size }),
    background: new RevisionCache({ maxWeight: 1, weigh: () => 1 }),
  };
}

/** The files are views into the whole archive, which may be far longer than the files. */
function archiveBytes({ files }: Bundle): number {
  return files[0]?.bytes.buffer.byteLength ?? 0;
}

/** Cached values of a tenant are valid while this stays the same; undefined while nothing may be cached. */
export function revisionOf({ registry }: Catalog, tenantId: number): number | undefined {
  return registry.changes.revision({ tenantId, part: 'catalog' });
}
