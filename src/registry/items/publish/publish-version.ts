/*
 * Publishes a version, or several together: it checks the permission and the bundles, then records everything in one
 * transaction. Direct publishes and drafts both use it.
 */

import semver from 'semver';
import { CoppiceError } from '../../../text/errors.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import { change, type Database } from '../../data/db/database.js';
import { retryingConflicts } from '../../data/db/database-fault.js';
import type { Registry } from '../../registry.js';
import { requireAllowed } from '../../rules/access/decide.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { refuseOtherClaim } from '../../rules/evaluation.js';
import { refuseReservedSlug } from '../../rules/slugs.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { refuseAbsorbed } from './absorb-items.js';
import { findUsedVersion } from './find-used-version.js';
import {
  type Imported,
  type InSameTransaction,
  type Publication,
  type Published,
  recordVersions,
} from './record-version.js';

interface PublishOptions {
  /** Its changes are committed with the version, or not at all; it may run several times. */
  readonly inSameTransaction?: InSameTransaction;
  readonly imported?: Imported | undefined;
  /** Whether the caller checks the approvals, in the same transaction. */
  readonly isReviewed?: boolean;
}

export async function publishVersion(
  registry: Registry,
  caller: Caller,
  metadata: PublishMetadata,
  bytes: Uint8Array,
  { inSameTransaction = async () => undefined, imported, isReviewed = false }: PublishOptions = {},
): Promise<Published> {
  const prepared = { ...(await prepare(registry, caller, { metadata, bytes })), imported, isReviewed };
  const [published] = await record(registry, caller, [prepared], inSameTransaction);
  if (published === undefined) throw new CoppiceError('internal', 'nothing was published');
  return published;
}

export interface NewVersion {
  readonly metadata: PublishMetadata;
  readonly bytes: Uint8Array;
}

/** All of them or none, judged as the state after all of them: the way for items that must move together. */
export async function publishSet(
  registry: Registry,
  caller: Caller,
  versions: readonly NewVersion[],
): Promise<readonly Published[]> {
  const keys = versions.map(({ metadata }) => keyOf(metadata));
  const twice = versions.find((_, at) => keys.indexOf(keys[at] ?? '') < at)?.metadata;
  if (twice !== undefined)
    throw new CoppiceError('bad-value', `the set has ${twice.kind} \`${twice.slug}\` twice`);
  const publications: Publication[] = [];
  // One after the other: bundles are unpacked and scanned, and one request must not take all of the server.
  for (const version of versions) publications.push(await prepare(registry, caller, version));
  return record(registry, caller, publications);
}

/** Everything that can be refused without a transaction is refused here. */
async function prepare(
  { database, blobs, bundles, clock }: Registry,
  caller: Caller,
  { metadata, bytes }: NewVersion,
): Promise<Publication> {
  refuseMetadata(caller, metadata);
  const tenantId = caller.tenant.id;
  // This is checked again under the lock; here it saves reading the bundle of a caller who may not publish it.
  const existing = await findOwners(database, tenantId, metadata);
  requireAllowed(caller, 'publish', { slug: metadata.slug, owners: existing?.owners });
  const checked = await bundles.check(bytes, { own: metadata, allowSecret: metadata.allow_secret });
  const { files } = checked.bundle;
  if (metadata.evaluation !== undefined)
    refuseOtherClaim(metadata.evaluation, { kind: metadata.kind, files }, clock.now());
  // This happens outside the transaction, so that no other publish waits for a slow storage. If the publish is refused
  // later, no row refers to the bytes, and a sweep removes them.
  if ((await findUsedVersion(database, tenantId, metadata)) === undefined)
    await blobs.put(checked.bundle.digest, bytes);
  return { caller, metadata, checked, bytes, at: clock.now() };
}

function record(
  registry: Registry,
  { tenant }: Caller,
  publications: readonly Publication[],
  inSameTransaction: InSameTransaction = async () => undefined,
): Promise<readonly Published[]> {
  return retryingConflicts(() =>
    change(registry, { tenantId: tenant.id, part: 'catalog' }, (transaction) =>
      recordVersions(transaction, registry, publications, inSameTransaction),
    ),
  );
}

function refuseMetadata(
  { principal }: Caller,
  { slug, version, allow_secret, absorbs = [] }: PublishMetadata,
): void {
  refuseReservedSlug(slug);
  refuseAbsorbed(slug, absorbs);
  if (semver.valid(version) === null)
    throw new CoppiceError('bad-value', `the version ${version} has a number that is too large`);
  if (allow_secret && !principal.scopes.includes('tenant:admin'))
    throw new CoppiceError('forbidden', 'only an admin may allow a secret');
}

function findOwners(
  database: Database,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<{ readonly owners: readonly string[] } | undefined> {
  return database
    .selectFrom('items')
    .select('owners')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
