/*
 * The revisions of a draft: each is a whole bundle, kept like that of a version.
 */

import type { Caller, ItemName } from '../access/principal.js';
import type { Queries } from '../db/database.js';
import type { CheckedBundle } from '../publish/check-bundle.js';
import type { HeldBlob } from '../publish/hold-blob.js';

export interface DraftRevision extends ItemName, HeldBlob {
  readonly checked: CheckedBundle;
  /** What the catalog will show: of the file, and what was told beside it. */
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
}

export async function insertRevision(
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
