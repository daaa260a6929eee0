/*
 * Creates and edits drafts. A new draft passes every check of a publish that needs no version. Every edit makes a new
 * revision, so that nobody overwrites what they have not read. Fields of SKILL.md are changed in the file, which is
 * checked again: what is reviewed is what will be published and installed.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { DraftAnswer, DraftChanges, DraftMetadata } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import { type ReferencedBlob, referenceBlob } from '../data/storage/blob-references.js';
import type { CheckedBundle } from '../items/bundle/check-bundle.js';
import { recordEvaluation } from '../items/catalog/evaluations.js';
import { storedBundle } from '../items/catalog/fetch-bundle.js';
import { refuseAbsorbed } from '../items/publish/absorb-items.js';
import type { Registry } from '../registry.js';
import type { Caller, ItemName } from '../rules/access/principal.js';
import { refuseOtherClaim } from '../rules/evaluation.js';
import type { SkillFacts } from '../rules/skill-facts.js';
import { endConsent, writeAbsorbed } from './absorbed-items.js';
import { readDraft } from './draft-answer.js';
import { lockPending, refuseUnlessPending, requireMayChange, requireMayPropose } from './pending-draft.js';
import { findDraft, type StoredDraft } from './read-draft.js';
import { findSimilarItems } from './similar-items.js';

/** Writes nothing where nothing differs. */
export async function editDraft(
  registry: Registry,
  caller: Caller,
  id: string,
  changes: DraftChanges,
): Promise<DraftAnswer> {
  const { database, blobs, clock } = registry;
  const tenantId = caller.tenant.id;
  const draft = await findDraft(database, tenantId, id);
  refuseUnlessPending(draft, changes.expected_revision);
  requireMayChange(caller, draft);
  const { slug = draft.slug, notes = draft.notes } = changes;
  requireMayPropose(caller, slug);

  const edited = await revise(registry, draft, slug, changes);
  const next = edited && differs(draft, edited) ? edited : undefined;
  const fields = [
    ...(slug === draft.slug ? [] : ['slug']),
    ...(notes === draft.notes ? [] : ['notes']),
    ...(next ? ['skill_md'] : []),
    ...(changes.absorbs === undefined ? [] : ['absorbs']),
  ];
  if (fields.length === 0) return readDraft(database, caller.tenant, id);
  if (next) await blobs.put(next.digest, next.bytes);
  const similar = edited ? await findSimilarItems(registry, tenantId, edited) : draft.similar_items;
  const revision = draft.revision + 1;
  const at = clock.now();
  await database.transaction().execute(async (transaction) => {
    if (next) await referenceBlob(transaction, blobs, next, at);
    await lockPending(transaction, tenantId, draft);
    await transaction
      .updateTable('drafts')
      .set({ slug, notes, revision, similar_items: JSON.stringify(similar) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    if (next) await insertRevision(transaction, caller, { draftId: id, revision }, next, at);
    else await repeatRevision(transaction, caller, draft, at);
    if (changes.absorbs !== undefined)
      await writeAbsorbed(transaction, caller, { id, kind: draft.kind, slug }, changes.absorbs, at);
    else if (next || slug !== draft.slug) await endConsent(transaction, tenantId, draft);
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'draft.edit',
      target: `draft/${id}`,
      details: { fields, slug, revision },
    });
  });
  return readDraft(database, caller.tenant, id);
}

/** Undefined where neither the file nor the slug that it is checked against changes. */
async function revise(
  { blobs, bundles }: Registry,
  draft: StoredDraft,
  slug: string,
  { skill_md, description, when_to_use: whenToUse, tags }: DraftChanges,
): Promise<DraftRevision | undefined> {
  const parts = [description, whenToUse, tags].filter((given) => given !== undefined);
  if (skill_md !== undefined && parts.length > 0) {
    throw new CoppiceError(
      'bad-value',
      'send either skill_md, which is the whole file, or description, when_to_use and tags',
    );
  }
  if (skill_md === undefined && parts.length === 0 && slug === draft.slug) return undefined;
  const { kind } = draft;
  const rewrite = skill_md === undefined ? { changes: { description, whenToUse, tags } } : { text: skill_md };
  const stored = await storedBundle(blobs, draft.digest);
  const { bytes, checked, before } = await bundles.rewrite(stored, rewrite, { kind, slug });
  const other = otherMetadata(draft, before);
  return {
    kind,
    slug,
    digest: checked.bundle.digest,
    bytes,
    checked,
    whenToUse:
      whenToUse === undefined ? (other.whenToUse ?? checked.facts.whenToUse) : checked.facts.whenToUse,
    tags: tags === undefined ? [...new Set([...checked.facts.tags, ...other.tags])] : checked.facts.tags,
  };
}

/** Metadata that was sent with the bundle and is not in its SKILL.md. */
function otherMetadata(
  { when_to_use, tags }: StoredDraft,
  facts: SkillFacts,
): Pick<DraftRevision, 'whenToUse' | 'tags'> {
  return {
    whenToUse: when_to_use === facts.whenToUse ? null : when_to_use,
    tags: tags.filter((tag) => !facts.tags.includes(tag)),
  };
}

function differs(draft: StoredDraft, { checked, whenToUse, tags }: DraftRevision): boolean {
  return (
    checked.bundle.contentDigest !== draft.content_digest ||
    whenToUse !== draft.when_to_use ||
    tags.join('\n') !== draft.tags.join('\n')
  );
}

export async function createDraft(
  registry: Registry,
  caller: Caller,
  metadata: DraftMetadata,
  bytes: Uint8Array,
): Promise<DraftAnswer> {
  const { kind, slug, origin, notes, evaluation, absorbs = [] } = metadata;
  requireMayPropose(caller, slug);
  refuseAbsorbed(slug, absorbs);
  const checked = await registry.bundles.check(bytes, { own: { kind, slug } });
  const { digest, contentDigest, sizeBytes, files } = checked.bundle;
  if (evaluation !== undefined) refuseOtherClaim(evaluation, { kind, files }, registry.clock.now());
  const proposed: DraftRevision = {
    kind,
    slug,
    digest,
    bytes,
    checked,
    whenToUse: metadata.when_to_use || checked.facts.whenToUse,
    tags: [...new Set([...checked.facts.tags, ...metadata.tags])],
  };
  const { database, blobs, clock } = registry;
  await blobs.put(digest, bytes);
  const tenantId = caller.tenant.id;
  const similar = await findSimilarItems(registry, tenantId, proposed);
  const id = randomUUID();
  const at = clock.now();
  const record = async (transaction: Queries) => {
    await referenceBlob(transaction, blobs, proposed, at);
    await transaction
      .insertInto('drafts')
      .values({
        id,
        kind,
        slug,
        origin,
        notes,
        tenant_id: tenantId,
        similar_items: JSON.stringify(similar),
        wanted_version: metadata.version ?? null,
        source_repo: metadata.source?.repo ?? null,
        source_commit: metadata.source?.commit ?? null,
        created_by: caller.principal.name,
        created_at: new Date(at),
      })
      .execute();
    await insertRevision(transaction, caller, { draftId: id, revision: 1 }, proposed, at);
    await writeAbsorbed(transaction, caller, { id, kind, slug }, absorbs, at);
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'draft.create',
      target: `draft/${id}`,
      details: { kind, slug, origin, digest, size_bytes: sizeBytes, ...(absorbs.length > 0 && { absorbs }) },
    });
  };
  // No cached answer mentions drafts, so only a claim is announced: the content may be published already.
  if (evaluation === undefined) await database.transaction().execute(record);
  else
    await change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
      await record(transaction);
      await recordEvaluation(transaction, caller, contentDigest, evaluation, at);
    });
  return readDraft(database, caller.tenant, id);
}

/** Each revision is a whole bundle, stored like that of a version. */
interface DraftRevision extends ItemName, ReferencedBlob {
  readonly checked: CheckedBundle;
  /** What the catalog will show, from the file and from the metadata sent with it. */
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
}

async function insertRevision(
  transaction: Queries,
  { tenant, principal }: Caller,
  { draftId, revision }: { readonly draftId: string; readonly revision: number },
  { checked: { bundle, facts }, whenToUse, tags }: DraftRevision,
  at: number,
): Promise<void> {
  await transaction
    .insertInto('draft_revisions')
    .values({
      tenant_id: tenant.id,
      draft_id: draftId,
      revision,
      digest: bundle.digest,
      content_digest: bundle.contentDigest,
      size_bytes: bundle.sizeBytes,
      description: facts.description,
      when_to_use: whenToUse,
      tags,
      skill_md: facts.text,
      edited_by: principal.name,
      edited_at: new Date(at),
    })
    .execute();
}

/** For an edit outside the bundle: the next revision has the same bundle. */
async function repeatRevision(
  transaction: Queries,
  { tenant, principal }: Caller,
  { id, revision }: { readonly id: string; readonly revision: number },
  at: number,
): Promise<void> {
  await sql`
    insert into draft_revisions (
      tenant_id, draft_id, revision, digest, content_digest, size_bytes,
      description, when_to_use, tags, skill_md, edited_by, edited_at
    )
    select tenant_id, draft_id, revision + 1, digest, content_digest, size_bytes,
      description, when_to_use, tags, skill_md, ${principal.name}, ${new Date(at)}::timestamptz
    from draft_revisions
    where tenant_id = ${tenant.id} and draft_id = ${id} and revision = ${revision}
  `.execute(transaction);
}
