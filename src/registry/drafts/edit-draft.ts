/*
 * Edits a pending draft, in a new revision whatever is edited, so that nobody writes over what they have not read. What
 * stands in the SKILL.md is changed in the file, with every check of the first: what is reviewed is what will be published
 * and installed.
 */

import { CoppiceError } from '../../system/errors.js';
import type { Caller } from '../access/principal.js';
import type { DraftAnswer, DraftChanges } from '../api/routes/drafts.js';
import { storedBundle } from '../catalog/fetch-bundle.js';
import { actorOf, writeAudit } from '../db/audit.js';
import { holdBlob } from '../publish/hold-blob.js';
import type { SkillFacts } from '../publish/skill-facts.js';
import type { Registry } from '../registry.js';
import { type DraftRevision, insertRevision, repeatRevision } from './draft-revision.js';
import { lockPending, refuseSlug, refuseUnlessPending } from './pending-draft.js';
import { draftAnswerOf, findDraft, readDraft, type StoredDraft } from './read-draft.js';
import { findSimilarItems } from './similar-items.js';

/** Nothing is written where nothing differs. */
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
  refuseSlug(caller, draft.slug);
  const { slug = draft.slug, notes = draft.notes } = changes;
  refuseSlug(caller, slug);

  const edited = await revise(registry, draft, slug, changes);
  const next = edited && differs(draft, edited) ? edited : undefined;
  const fields = [
    ...(slug === draft.slug ? [] : ['slug']),
    ...(notes === draft.notes ? [] : ['notes']),
    ...(next ? ['skill_md'] : []),
  ];
  if (fields.length === 0) return draftAnswerOf(draft);
  if (next) await blobs.put(next.digest, next.bytes);
  const similar = edited ? await findSimilarItems(registry, tenantId, edited) : draft.similar_items;
  const revision = draft.revision + 1;
  const at = clock.now();
  await database.transaction().execute(async (transaction) => {
    if (next) await holdBlob(transaction, blobs, next, at);
    await lockPending(transaction, tenantId, draft);
    await transaction
      .updateTable('drafts')
      .set({ slug, notes, revision, similar_items: JSON.stringify(similar) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    if (next) await insertRevision(transaction, caller, { draftId: id, revision }, next, at);
    else await repeatRevision(transaction, caller, draft, at);
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'draft.edit',
      target: `draft/${id}`,
      details: { fields, slug, revision },
    });
  });
  return readDraft(database, tenantId, id);
}

/** Undefined where neither the file nor what it is checked against is changed. */
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
      'skill_md is the whole file, and cannot go with description, when_to_use or tags',
    );
  }
  if (skill_md === undefined && parts.length === 0 && slug === draft.slug) return undefined;
  const { kind } = draft;
  const rewrite = skill_md === undefined ? { changes: { description, whenToUse, tags } } : { text: skill_md };
  const stored = await storedBundle(blobs, draft.digest);
  const { bytes, checked, before } = await bundles.rewrite(stored, rewrite, { kind, slug });
  const beside = toldBeside(draft, before);
  return {
    ...{ kind, slug, digest: checked.bundle.digest, bytes, checked },
    whenToUse:
      whenToUse === undefined ? (beside.whenToUse ?? checked.facts.whenToUse) : checked.facts.whenToUse,
    tags: tags === undefined ? [...new Set([...checked.facts.tags, ...beside.tags])] : checked.facts.tags,
  };
}

/** What came with the bundle and does not stand in its file. */
function toldBeside(
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
