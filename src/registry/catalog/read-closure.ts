/*
 * All that a version requires, directly or not, as it is answered. Kept while the catalog stands: most who ask, ask for
 * the same few.
 */

import type { ItemName } from '../access/principal.js';
import type { DependencyAnswer } from '../api/item.js';
import { closure } from '../rules/closure.js';
import { keyOf } from '../rules/item-key.js';
import { latestOf } from '../rules/latest.js';
import { highestFitting, type OfferedVersion } from '../rules/offer.js';
import { type Catalog, revisionOf } from './catalog.js';
import { noSuchItem } from './find-item.js';
import { noSuchVersion } from './find-version.js';
import { readOffers } from './read-offers.js';

/** Of the latest version unless told; nothing where every version is yanked. */
export function readClosure(
  catalog: Catalog,
  tenantId: number,
  name: ItemName,
  version?: string,
): Promise<readonly DependencyAnswer[]> {
  const key = `${tenantId}/${keyOf(name)}@${version ?? ''}`;
  return catalog.closures.get(key, revisionOf(catalog, tenantId), async () => {
    const offers = await readOffers(catalog, tenantId, [name]);
    const { versions } = offers.get(keyOf(name)) ?? { versions: [] };
    if (versions.length === 0) throw noSuchItem(name);
    const root = version === undefined ? latestOf(versions) : versions.find(isVersion(version));
    if (root === undefined && version !== undefined) throw noSuchVersion(name, version);
    const nodes = closure({ ...name, requires: root?.requires ?? [] }, (requirement) => {
      const offer = offers.get(keyOf(requirement));
      return offer && highestFitting(offer, requirement.range);
    });
    return nodes.map(({ requirement: { slug, range }, depth, version: found }) => ({
      slug,
      version_range: range,
      depth,
      ...(found && { version: found.version, digest: found.digest }),
    }));
  });
}

/** Build metadata is no part of a version's number. */
function isVersion(wanted: string): (offered: OfferedVersion) => boolean {
  const number = wanted.split('+', 1)[0];
  return ({ version }) => version.split('+', 1)[0] === number;
}
