/*
 * Publishes a version: it checks the permission and the bundle, then records everything in one transaction. Direct
 * publishes and drafts both use it.
 */

import semver from 'semver';
import { CoppiceError } from '../../../text/errors.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import { change, type Database } from '../../data/db/database.js';
import { retryingConflicts } from '../../data/db/database-fault.js';
import type { Registry } from '../../registry.js';
import { allowsItem, requireOwner } from '../../rules/access/permissions.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { refuseReservedSlug } from '../../rules/slugs.js';
import { findUsedVersion } from './find-used-version.js';
import { type Imported, type InSameTransaction, type Published, recordVersion } from './record-version.js';

interface PublishOptions {
  /** Its changes are committed with the version, or not at all; it may run several times. */
  readonly inSameTransaction?: InSameTransaction;
  readonly imported?: Imported | undefined;
}

export async function publishVersion(
  registry: Registry,
  caller: Caller,
  metadata: PublishMetadata,
  bytes: Uint8Array,
  { inSameTransaction = async () => undefined, imported }: PublishOptions = {},
): Promise<Published> {
  refuseMetadata(caller, metadata);
  const { database, blobs, bundles, clock } = registry;
  const { tenant } = caller;
  // This is checked again under the lock; here it saves reading the bundle of a caller who may not publish it.
  const existing = await findOwners(database, tenant.id, metadata);
  if (existing !== undefined) requireOwner(caller, existing.owners);
  const checked = await bundles.check(bytes, { own: metadata, allowSecret: metadata.allow_secret });
  // This happens outside the transaction, so that no other publish waits for a slow storage. If the publish is refused
  // later, no row refers to the bytes, and a sweep removes them.
  if ((await findUsedVersion(database, tenant.id, metadata)) === undefined)
    await blobs.put(checked.bundle.digest, bytes);
  const publication = { caller, metadata, checked, bytes, imported, at: clock.now() };
  return retryingConflicts(() =>
    change(registry, { tenantId: tenant.id, part: 'catalog' }, (transaction) =>
      recordVersion(transaction, blobs, publication, inSameTransaction),
    ),
  );
}

function refuseMetadata({ principal }: Caller, { slug, version, allow_secret }: PublishMetadata): void {
  refuseReservedSlug(slug);
  if (semver.valid(version) === null)
    throw new CoppiceError('bad-value', `the version ${version} has a number that is too large`);
  if (!allowsItem(principal, slug))
    throw new CoppiceError('forbidden', `the token does not allow publishing \`${slug}\``);
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
