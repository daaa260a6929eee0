/*
 * The transaction of a publish. Locks are acquired in one order (the item, its requirements, the blob), every refusal
 * comes before the first row of the version, and everything that follows from the version is written with it.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import type { VersionAnswer } from '../../api/item.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import { actorOf, writeAudit } from '../../data/db/audit.js';
import type { Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import { referenceBlob } from '../../data/storage/blob-references.js';
import type { BlobStore } from '../../data/storage/blob-store.js';
import { requireOwner } from '../../rules/access/permissions.js';
import type { Caller } from '../../rules/access/principal.js';
import { similarSlugs } from '../../rules/slugs.js';
import { requirementText } from '../../rules/versions/requirement.js';
import type { CheckedBundle } from '../bundle/check-bundle.js';
import { type LockedItem, lockedColumns } from '../catalog/find-item.js';
import { readVersion } from '../catalog/read-version.js';
import { findUsedVersion } from './find-used-version.js';
import { refuseConflicts } from './refuse-conflicts.js';
import { refreshLatest } from './search-columns.js';

interface Publication {
  readonly caller: Caller;
  readonly metadata: PublishMetadata;
  readonly checked: CheckedBundle;
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly imported?: Imported | undefined;
}

/** A version that was made elsewhere and earlier: it keeps its age, and only the audit log records when it was imported. */
export interface Imported {
  /** Where it comes from, for the audit log. */
  readonly from: string;
  readonly madeAt: number;
}

export interface Published {
  /** `unchanged` where the same content was published under this number before. */
  readonly outcome: 'published' | 'unchanged';
  readonly version: VersionAnswer;
}

/** Makes another change in the transaction of a publish. */
export type InSameTransaction = (transaction: Queries, versionId: number) => Promise<void>;

export async function recordVersion(
  transaction: Queries,
  blobs: BlobStore,
  publication: Publication,
  inSameTransaction: InSameTransaction,
): Promise<Published> {
  const { caller, metadata, checked, bytes, at } = publication;
  const { tenant } = caller;
  const { bundle, facts } = checked;
  const { isNew, ...item } = await insertOrLockItem(transaction, publication);
  requireOwner(caller, item.owners);

  const used = await findUsedVersion(transaction, tenant.id, metadata);
  if (used?.by === 'version' && used.contentDigest === bundle.contentDigest) {
    await inSameTransaction(transaction, used.id);
    return { outcome: 'unchanged', version: await readBack(transaction, tenant.id, metadata) };
  }
  if (used !== undefined) throw usedVersionRefusal(metadata, used.by);
  if (item.state === 'archived') throw archivedRefusal(metadata);
  await refuseConflicts(transaction, tenant, metadata, facts.requirements);

  await referenceBlob(transaction, blobs, { digest: bundle.digest, bytes }, at);
  const versionId = await insertVersion(transaction, item.id, publication);
  await updateItem(transaction, tenant.id, item, publication);
  await refreshLatest(transaction, tenant.id, item.id, at);
  await recordSideEffects(transaction, publication, { isNew, isUnflagged: item.state === 'flagged' });
  await inSameTransaction(transaction, versionId);
  const version = await readBack(transaction, tenant.id, metadata);
  const warnings = [
    ...facts.warnings,
    ...(isNew ? await similarSlugWarnings(transaction, tenant.id, metadata.slug) : []),
    ...(item.deprecated_message === null
      ? []
      : [`\`${metadata.slug}\` is deprecated: ${item.deprecated_message}`]),
  ];
  return { outcome: 'published', version: { ...version, warnings } };
}

/** The first to publish an item owns it. */
function insertOrLockItem(
  transaction: Queries,
  { caller, metadata: { kind, slug }, imported, at }: Publication,
): Promise<LockedItem & { readonly isNew: boolean }> {
  const time = new Date(imported?.madeAt ?? at);
  return (
    transaction
      .insertInto('items')
      .values({
        tenant_id: caller.tenant.id,
        kind,
        slug,
        owners: [caller.principal.name],
        state_at: time,
        created_at: time,
        updated_at: time,
      })
      // The update changes nothing, but locks and returns an existing row in the same statement.
      .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'slug']).doUpdateSet({ slug }))
      .returning(lockedColumns)
      // xmax is 0 for a row that was just inserted: no transaction has updated or locked it.
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow()
  );
}

async function insertVersion(
  transaction: Queries,
  itemId: number,
  { caller, metadata, checked, imported, at }: Publication,
): Promise<number> {
  const { bundle, facts, scan } = checked;
  const tenant_id = caller.tenant.id;
  const { id } = await transaction
    .insertInto('versions')
    .values({
      tenant_id,
      item_id: itemId,
      version: metadata.version,
      digest: bundle.digest,
      content_digest: bundle.contentDigest,
      size_bytes: bundle.sizeBytes,
      unpacked_bytes: bundle.unpackedBytes,
      name: facts.name,
      description: facts.description,
      when_to_use: metadata.when_to_use ?? facts.whenToUse,
      tags: [...new Set([...facts.tags, ...metadata.tags])],
      skill_md: facts.text,
      files: JSON.stringify(bundle.files),
      scan_verdict: scan.verdict,
      scan_findings: JSON.stringify(scan.findings),
      source_repo: metadata.source?.repo ?? null,
      source_commit: metadata.source?.commit ?? null,
      published_by: caller.principal.name,
      published_at: new Date(imported?.madeAt ?? at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (facts.requirements.length > 0) {
    await transaction
      .insertInto('dependencies')
      .values(facts.requirements.map((requirement) => ({ tenant_id, version_id: id, ...requirement })))
      .execute();
  }
  return id;
}

/** A new version is a sign of life, so it unflags a flagged item. */
async function updateItem(
  transaction: Queries,
  tenantId: number,
  { id, state }: LockedItem,
  { imported, at }: Publication,
): Promise<void> {
  const time = new Date(at);
  await transaction
    .updateTable('items')
    .set({
      updated_at: imported === undefined ? time : sql`greatest(updated_at, ${new Date(imported.madeAt)})`,
      ...(state === 'flagged' ? { state: 'published', state_reason: '', state_at: time } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

async function recordSideEffects(
  transaction: Queries,
  { caller, metadata, checked, imported, at }: Publication,
  { isNew, isUnflagged }: { readonly isNew: boolean; readonly isUnflagged: boolean },
): Promise<void> {
  const { kind, slug, version } = metadata;
  const { bundle, facts, scan } = checked;
  await writeAudit(transaction, actorOf(caller), at, {
    action: 'version.publish',
    target: `${kind}/${slug}@${version}`,
    details: {
      digest: bundle.digest,
      content_digest: bundle.contentDigest,
      size_bytes: bundle.sizeBytes,
      requires: facts.requirements.map(requirementText),
      ...(isNew ? { new_item: true } : {}),
      ...(isUnflagged ? { unflagged: true } : {}),
      ...(imported && { imported_from: imported.from, made_at: new Date(imported.madeAt) }),
      ...(scan.secrets.length === 0
        ? {}
        : { allowed_secrets: scan.secrets.map(({ rule, file, line }) => ({ rule, file, line })) }),
    },
  });
  await addWork(transaction, caller.tenant.id, at, [
    { topic: 'mirror', action: 'publish', kind, slug, version, digest: bundle.digest, reason: '' },
  ]);
}

async function similarSlugWarnings(
  transaction: Queries,
  tenantId: number,
  slug: string,
): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom('items')
    .select('slug')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .execute();
  const existing = rows.map((row) => row.slug);
  return similarSlugs(slug, existing).map((other) => `\`${slug}\` is easily mistaken for \`${other}\``);
}

async function readBack(
  transaction: Queries,
  tenantId: number,
  metadata: PublishMetadata,
): Promise<VersionAnswer> {
  const version = await readVersion(transaction, tenantId, metadata, metadata.version);
  if (version === undefined) throw new CoppiceError('internal', 'the new version was not found');
  return version;
}

function usedVersionRefusal({ slug, version }: PublishMetadata, by: 'version' | 'purge'): CoppiceError {
  const why =
    by === 'purge' ? 'was purged, and its number cannot be used again' : 'is published with other content';
  return new CoppiceError('conflict', `\`${slug}\` ${version} ${why}`, {
    hint: 'publish a higher version',
  });
}

function archivedRefusal({ slug }: PublishMetadata): CoppiceError {
  return new CoppiceError('conflict', `\`${slug}\` is archived`, { hint: 'an admin can unarchive it first' });
}
