/*
 * The transaction of a publish, of one version or of several that are judged as the state after all of them. Locks are
 * acquired in one order (the items, their requirements, the blobs), a refusal leaves no row, and everything that follows
 * from a version is written with it.
 */

import { sql } from 'kysely';
import { verdictOf, worstVerdict } from '../../../scan/findings/verdict.js';
import type { Turns } from '../../../system/turns.js';
import { CoppiceError } from '../../../text/errors.js';
import { compareText } from '../../../text/utf8.js';
import { readApprovalRule } from '../../access/namespaces.js';
import type { VersionAnswer } from '../../api/item.js';
import { namespaceOf } from '../../api/item-slug.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import { actorOf, writeAudit } from '../../data/db/audit.js';
import type { Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import { referenceBlob } from '../../data/storage/blob-references.js';
import type { Registry } from '../../registry.js';
import { approvalRequired } from '../../rules/access/approval.js';
import { requireAllowed } from '../../rules/access/decide.js';
import type { Caller } from '../../rules/access/principal.js';
import { requirementRefusal, unmetBecause } from '../../rules/evaluation.js';
import { refuseProtected } from '../../rules/protected-names.js';
import { similarSlugs } from '../../rules/slugs.js';
import { compareNames } from '../../rules/versions/item-key.js';
import { requirementText } from '../../rules/versions/requirement.js';
import type { CheckedBundle } from '../bundle/check-bundle.js';
import { readEvaluations, recordEvaluation } from '../catalog/evaluations.js';
import { type LockedItem, lockedColumns } from '../catalog/find-item.js';
import { readVersion } from '../catalog/read-version.js';
import { absorbItems, mayAbsorb } from './absorb-items.js';
import { findReputation } from './find-reputation.js';
import { findUsedVersion } from './find-used-version.js';
import { refuseConflicts, waitForOthers } from './refuse-conflicts.js';
import { requirementWarnings } from './requirement-warnings.js';
import { refreshLatest } from './search-columns.js';

export interface Publication {
  readonly caller: Caller;
  readonly metadata: PublishMetadata;
  readonly checked: CheckedBundle;
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly imported?: Imported | undefined;
  /** A draft, whose approvals are checked in the same transaction. */
  readonly isReviewed?: boolean;
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

/** The answers are in the order of the publications. */
export async function recordVersions(
  transaction: Queries,
  { blobs, turns }: Pick<Registry, 'blobs' | 'turns'>,
  publications: readonly Publication[],
  inSameTransaction: InSameTransaction,
): Promise<readonly Published[]> {
  const claims = new Map<Publication, Claim>();
  for (const publication of publications.toSorted((a, b) => compareNames(a.metadata, b.metadata)))
    claims.set(publication, await claim(transaction, publication));
  const fresh = publications.filter((one) => claims.get(one)?.usedId === undefined);
  await waitForOthers(transaction, fresh);
  for (const { checked, bytes, at } of fresh.toSorted(byDigest))
    await referenceBlob(transaction, blobs, { digest: checked.bundle.digest, bytes }, at);

  const published: Published[] = [];
  for (const publication of publications) {
    const { caller, metadata } = publication;
    const { item, usedId } = claims.get(publication) ?? (await claim(transaction, publication));
    await acceptEvaluation(transaction, publication, usedId === undefined);
    if (usedId === undefined) await insert(transaction, publication, item, inSameTransaction);
    else await inSameTransaction(transaction, usedId);
    const version = await readBack(transaction, caller.tenant.id, metadata);
    published.push(
      usedId === undefined ? { outcome: 'published', version } : { outcome: 'unchanged', version },
    );
  }
  for (const publication of publications) await absorb(transaction, publication, publications);
  await refuseConflicts(transaction, fresh, turns);
  // Only now: what one of them requires may be another one.
  for (const [at, publication] of publications.entries()) {
    const [claimed, one] = [claims.get(publication), published[at]];
    if (claimed === undefined || one?.outcome !== 'published') continue;
    const warnings = await warningsOf(transaction, publication, claimed.item, turns);
    published[at] = { ...one, version: { ...one.version, warnings } };
  }
  return published;
}

/** Without a draft nobody is asked, so the publisher has to have the right to decide. */
async function absorb(
  transaction: Queries,
  { caller, metadata: { kind, slug, absorbs = [] }, at }: Publication,
  all: readonly Publication[],
): Promise<void> {
  const own = all.find(({ metadata }) => metadata.kind === kind && absorbs.includes(metadata.slug));
  if (own !== undefined)
    throw new CoppiceError('bad-value', `\`${own.metadata.slug}\` cannot be published and absorbed at once`);
  await absorbItems(transaction, { caller, into: { kind, slug }, at }, absorbs, (absorbed, { owners }) => {
    if (mayAbsorb(caller, absorbed, owners)) return;
    throw new CoppiceError('forbidden', `${caller.principal.name} cannot decide about \`${absorbed}\``, {
      hint: `propose a draft that absorbs it, and ${owners.join(' or ')} or a curator is asked`,
    });
  });
}

type ClaimedItem = LockedItem & { readonly isNew: boolean };

interface Claim {
  readonly item: ClaimedItem;
  /** The version that has the same content under this number already. */
  readonly usedId: number | undefined;
}

/** Locks the item, and refuses a caller who may not publish it or a number that is taken. */
async function claim(transaction: Queries, publication: Publication): Promise<Claim> {
  const { caller, metadata, checked } = publication;
  const item = await insertOrLockItem(transaction, publication);
  requireAllowed(caller, 'publish', { slug: metadata.slug, owners: item.owners });
  const used = await findUsedVersion(transaction, caller.tenant.id, metadata);
  if (used?.by === 'version' && used.contentDigest === checked.bundle.contentDigest)
    return { item, usedId: used.id };
  if (used !== undefined) throw usedVersionRefusal(metadata, used.by);
  if (item.state === 'archived') throw archivedRefusal(metadata);
  await refuseUnreviewed(transaction, publication, item.isNew);
  return { item, usedId: undefined };
}

/** What was made elsewhere and earlier was decided there. */
async function refuseUnreviewed(
  transaction: Queries,
  { caller, metadata: { slug }, imported, isReviewed }: Publication,
  isNew: boolean,
): Promise<void> {
  if (imported !== undefined) return;
  if (isNew) refuseProtected(caller, slug);
  if (isReviewed) return;
  const rule = await readApprovalRule(transaction, caller.tenant, namespaceOf(slug));
  if (rule !== null) throw approvalRequired(rule, slug);
}

/**
 * Stores the claim that came with a version, and refuses a new version without a good one. Its content may have one
 * already: from its proposal, or from an earlier publish of the same bytes. The newest counts.
 */
async function acceptEvaluation(
  transaction: Queries,
  { caller, metadata: { kind, slug, evaluation }, checked: { bundle }, at }: Publication,
  isNew: boolean,
): Promise<void> {
  if (evaluation !== undefined)
    await recordEvaluation(transaction, caller, bundle.contentDigest, evaluation, at);
  const { id, settings } = caller.tenant;
  const required = settings.require_eval;
  if (required === null || kind !== 'skill' || !isNew) return;
  const [newest] = await readEvaluations(transaction, id, bundle.contentDigest);
  const because = unmetBecause(evaluation ?? newest, required);
  if (because !== undefined) throw requirementRefusal(slug, required, because);
}

async function insert(
  transaction: Queries,
  publication: Publication,
  item: ClaimedItem,
  inSameTransaction: InSameTransaction,
): Promise<void> {
  const { caller, at } = publication;
  const scan = await judged(transaction, publication, item);
  const versionId = await insertVersion(transaction, item.id, {
    ...publication,
    checked: { ...publication.checked, scan },
  });
  await updateItem(transaction, caller.tenant.id, item, publication);
  await refreshLatest(transaction, caller.tenant.id, item.id, at);
  await recordSideEffects(transaction, publication, {
    isNew: item.isNew,
    isUnflagged: item.state === 'flagged',
  });
  await inSameTransaction(transaction, versionId);
}

async function warningsOf(
  transaction: Queries,
  { caller, metadata: { slug }, checked: { facts } }: Publication,
  { isNew, deprecated_message }: ClaimedItem,
  turns: Turns,
): Promise<string[]> {
  return [
    ...facts.warnings,
    ...(await requirementWarnings(transaction, caller.tenant.id, facts.requirements, turns)),
    ...(isNew ? await similarSlugWarnings(transaction, caller.tenant.id, slug) : []),
    ...(deprecated_message === null ? [] : [`\`${slug}\` is deprecated: ${deprecated_message}`]),
  ];
}

function byDigest(a: Publication, b: Publication): number {
  return compareText(a.checked.bundle.digest, b.checked.bundle.digest);
}

/** The findings of the scanner with those that only a registry can have; the worse verdict counts. */
async function judged(
  transaction: Queries,
  { caller, metadata: { kind, slug }, checked: { scan, facts } }: Publication,
  { id: itemId, isNew }: ClaimedItem,
): Promise<CheckedBundle['scan']> {
  const reputation = await findReputation(transaction, {
    tenantId: caller.tenant.id,
    itemId,
    isNew,
    kind,
    slug,
    publisher: caller.principal.name,
    text: facts.text,
    findings: scan.findings,
  });
  if (reputation.length === 0) return scan;
  const verdict = worstVerdict([scan.verdict, verdictOf(reputation)]);
  return { ...scan, verdict, findings: [...reputation, ...scan.findings] };
}

/** The first to publish an item owns it. */
function insertOrLockItem(
  transaction: Queries,
  { caller, metadata: { kind, slug }, imported, at }: Publication,
): Promise<ClaimedItem> {
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
      ci_run: caller.principal.ciRun ? JSON.stringify(caller.principal.ciRun) : null,
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
    hint: 'publish a higher version, such as with --bump patch',
  });
}

function archivedRefusal({ slug }: PublishMetadata): CoppiceError {
  return new CoppiceError('conflict', `\`${slug}\` is archived`, {
    hint: 'an admin can restore it first, with coppice registry archive --undo',
  });
}
