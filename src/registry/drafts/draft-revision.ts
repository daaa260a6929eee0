/*
 * The revisions of a draft: each is a whole bundle, kept like that of a version.
 */

import { sql } from 'kysely';
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

/** For an edit of what stands beside the bundle: the next revision has the same one. */
export async function repeatRevision(
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
