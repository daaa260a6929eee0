/*
 * Proposes a bundle: with every check of a publish that needs no version, and without anything being published.
 */

import { randomUUID } from 'node:crypto';
import type { Caller } from '../access/principal.js';
import type { DraftAnswer, DraftMetadata } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../db/audit.js';
import { holdBlob } from '../publish/hold-blob.js';
import type { Registry } from '../registry.js';
import { type DraftRevision, insertRevision } from './draft-revision.js';
import { refuseSlug } from './pending-draft.js';
import { readDraft } from './read-draft.js';
import { findSimilarItems } from './similar-items.js';

export async function createDraft(
  registry: Registry,
  caller: Caller,
  metadata: DraftMetadata,
  bytes: Uint8Array,
): Promise<DraftAnswer> {
  const { kind, slug, origin, notes } = metadata;
  refuseSlug(caller, slug);
  const checked = await registry.bundles.check(bytes, { own: { kind, slug } });
  const { digest, sizeBytes } = checked.bundle;
  const proposed: DraftRevision = {
    ...{ kind, slug, digest, bytes, checked },
    whenToUse: metadata.when_to_use || checked.facts.whenToUse,
    tags: [...new Set([...checked.facts.tags, ...metadata.tags])],
  };
  const { database, blobs, clock } = registry;
  await blobs.put(digest, bytes);
  const tenantId = caller.tenant.id;
  const similar = await findSimilarItems(registry, tenantId, proposed);
  const id = randomUUID();
  const at = clock.now();
  // Not announced as a change: no answer that is kept tells of drafts.
  await database.transaction().execute(async (transaction) => {
    await holdBlob(transaction, blobs, proposed, at);
    await transaction
      .insertInto('drafts')
      .values({
        ...{ id, kind, slug, origin, notes },
        tenant_id: tenantId,
        similar_items: JSON.stringify(similar),
        created_by: caller.principal.name,
        created_at: new Date(at),
      })
      .execute();
    await insertRevision(transaction, caller, { draftId: id, revision: 1 }, proposed, at);
    await writeAudit(transaction, actorOf(caller), at, {
      action: 'draft.create',
      target: `draft/${id}`,
      details: { kind, slug, origin, digest, size_bytes: sizeBytes },
    });
  });
  return readDraft(database, tenantId, id);
}
