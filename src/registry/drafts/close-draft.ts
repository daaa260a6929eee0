/*
 * Publishes or discards a pending draft. It is published like any version, and marked in the same transaction, so that
 * both or neither happen. A discarded draft stays readable, with all its revisions.
 */

import type { VersionAnswer } from '../api/item.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { storedBundle } from '../items/catalog/fetch-bundle.js';
import { publishVersion } from '../items/publish/publish-version.js';
import type { Registry } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { absorbForDraft } from './absorbed-items.js';
import { readDraft } from './draft-answer.js';
import { requireApproved } from './draft-approval.js';
import { lockPending, refuseUnlessPending, requireMayChange } from './pending-draft.js';
import { findDraft } from './read-draft.js';

interface DraftRelease {
  readonly version: string;
  /** Set to publish it under another slug. */
  readonly slug?: string | undefined;
  /** The revision that the reviewer has read. */
  readonly expected_revision?: number | undefined;
}

export async function publishDraft(
  registry: Registry,
  caller: Caller,
  id: string,
  { version, slug: otherSlug, expected_revision: expected }: DraftRelease,
): Promise<VersionAnswer> {
  const tenantId = caller.tenant.id;
  const draft = await findDraft(registry.database, tenantId, id);
  refuseUnlessPending(draft, expected);
  // A draft of another item is closed too, whatever slug it is published under.
  requireMayChange(caller, draft);
  const { kind, tags, when_to_use, revision } = draft;
  const slug = otherSlug ?? draft.slug;
  const metadata = {
    slug,
    version,
    kind,
    tags: [...tags],
    when_to_use: when_to_use ?? undefined,
    allow_secret: false,
    ...(draft.source_repo !== null &&
      draft.source_commit !== null && { source: { repo: draft.source_repo, commit: draft.source_commit } }),
  };
  const bytes = await storedBundle(registry.blobs, draft.digest);
  const published = await publishVersion(registry, caller, metadata, bytes, {
    isReviewed: true,
    inSameTransaction: async (transaction, versionId) => {
      const at = registry.clock.now();
      await lockPending(transaction, tenantId, draft);
      const approvedBy = await requireApproved(transaction, caller.tenant, draft, slug);
      const absorbed = await absorbForDraft(transaction, caller, { draft, into: { kind, slug }, at });
      await transaction
        .updateTable('drafts')
        .set({
          slug,
          state: 'published',
          published_id: versionId,
          reviewed_by: caller.principal.name,
          reviewed_at: new Date(at),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await writeAudit(transaction, actorOf(caller), at, {
        action: 'draft.publish',
        target: `draft/${id}`,
        details: {
          kind,
          slug,
          version,
          revision,
          ...(absorbed.length > 0 && { absorbed }),
          ...(approvedBy.length > 0 && { approved_by: approvedBy }),
        },
      });
    },
  });
  return published.version;
}

export async function discardDraft(
  { database, clock }: Registry,
  caller: Caller,
  id: string,
  reason: string,
): Promise<DraftAnswer> {
  const tenantId = caller.tenant.id;
  const draft = await findDraft(database, tenantId, id);
  requireMayChange(caller, draft);
  const at = clock.now();
  await database.transaction().execute(async (transaction) => {
    await lockPending(transaction, tenantId, draft);
    await transaction
      .updateTable('drafts')
      .set({ state: 'discarded', reviewed_by: caller.principal.name, reviewed_at: new Date(at) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'draft.discard',
      target: `draft/${id}`,
      details: { slug: draft.slug, reason },
    });
  });
  return readDraft(database, caller.tenant, id);
}
