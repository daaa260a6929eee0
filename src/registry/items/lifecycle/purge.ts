/*
 * Removes a version permanently, because it contains a secret or the law requires it. Nothing else in Coppice deletes
 * what was published. Its number cannot be used again, the audit log records who and why, and the bytes are removed
 * unless another version or draft has the same.
 */

import semver from 'semver';
import { CoppiceError } from '../../../text/errors.js';
import { adminActor } from '../../access/tenants.js';
import { writeAudit } from '../../data/db/audit.js';
import { change, type Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import { removeUnreferenced } from '../../data/storage/blob-references.js';
import type { Registry } from '../../registry.js';
import type { ItemName } from '../../rules/access/principal.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { removeEvaluations } from '../catalog/evaluations.js';
import { lockItem } from '../catalog/find-item.js';
import { noSuchVersion } from '../catalog/find-version.js';
import { readLiveDemands } from '../catalog/live-demands.js';
import { findUsedVersion } from '../publish/find-used-version.js';
import { refreshLatest } from '../publish/search-columns.js';

export interface PurgedVersion extends ItemName {
  readonly version: string;
}

export interface Purging {
  readonly reason: string;
  /** Purges it even where live items require it and no other version will do. */
  readonly force: boolean;
}

export interface Purge {
  readonly target: string;
  readonly digest: string;
  /** False where another version or a draft has the same bytes. */
  readonly bytesRemoved: boolean;
  /** Live items that cannot be installed without it, each with its range. */
  readonly requiredBy: readonly string[];
  /** Drafts that it was published from; they have the same content. */
  readonly draftsRemoved: number;
}

export async function purgeVersion(
  registry: Pick<Registry, 'database' | 'changes' | 'clock' | 'blobs'>,
  tenantId: number,
  given: PurgedVersion,
  { reason, force }: Purging,
): Promise<Purge> {
  const now = registry.clock.now();
  const purged = await change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
    const item = await lockItem(transaction, tenantId, given);
    const found = await findUsedVersion(transaction, tenantId, given);
    if (item === undefined || found?.by !== 'version') throw noSuchVersion(given, given.version);
    const { id, version } = found;
    const target = `${keyOf(given)}@${version}`;
    const requiredBy = await readRequiredBy(
      transaction,
      { tenantId, itemId: item.id },
      { ...given, version },
    );
    if (requiredBy.length > 0 && !force) {
      throw new CoppiceError('conflict', `${target} is required by ${requiredBy.join(', ')}`, {
        hint: 'publish those without the requirement, or purge it anyway with --force',
      });
    }
    const draftsRemoved = await removeDrafts(transaction, tenantId, id);
    const { digest, content_digest: contentDigest } = await removeVersion(transaction, tenantId, id);
    await removeEvaluations(transaction, tenantId, contentDigest);
    await transaction
      .insertInto('tombstones')
      .values({
        tenant_id: tenantId,
        kind: given.kind,
        slug: given.slug,
        version,
        reason,
        purged_at: new Date(now),
        purged_by: adminActor(tenantId).actor,
      })
      .execute();
    await refreshLatest(transaction, tenantId, item.id, now);
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'version.purge',
      target,
      details: { reason, digest, required_by: requiredBy, drafts_removed: draftsRemoved },
    });
    const { kind, slug } = given;
    const work = { topic: 'mirror', action: 'purge', kind, slug, version, digest, reason } as const;
    await addWork(transaction, tenantId, now, [work]);
    return { target, digest, requiredBy, draftsRemoved };
  });
  const bytesRemoved = await removeUnreferenced(registry, purged.digest, new Date(now + 1));
  return { ...purged, bytesRemoved };
}

/** Live items whose range it satisfies, and no other version that is still offered does. */
async function readRequiredBy(
  queries: Queries,
  { tenantId, itemId }: { readonly tenantId: number; readonly itemId: number },
  { kind, slug, version }: PurgedVersion,
): Promise<readonly string[]> {
  const demands = await readLiveDemands(queries, tenantId, [{ kind, slug }]);
  const offered = await queries
    .selectFrom('versions')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .where('yanked_at', 'is', null)
    .where('version', '!=', version)
    .execute();
  const fits = (one: string, range: string) => semver.satisfies(one, range, { includePrerelease: true });
  return demands
    .filter(
      ({ requirement: { range } }) =>
        fits(version, range) && !offered.some((other) => semver.satisfies(other.version, range)),
    )
    .map(({ by, requirement }) => `${keyOf(by)} (${requirement.range})`);
}

async function removeDrafts(transaction: Queries, tenantId: number, versionId: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('drafts')
    .where('tenant_id', '=', tenantId)
    .where('published_id', '=', versionId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function removeVersion(
  transaction: Queries,
  tenantId: number,
  versionId: number,
): Promise<{ readonly digest: string; readonly content_digest: string }> {
  return transaction
    .deleteFrom('versions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', versionId)
    .returning(['digest', 'content_digest'])
    .executeTakeFirstOrThrow();
}
