/*
 * Discards a pending draft. It stays readable, with all of its revisions.
 */

import type { Caller } from '../access/principal.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../db/audit.js';
import type { Registry } from '../registry.js';
import { lockPending, refuseSlug } from './pending-draft.js';
import { findDraft, readDraft } from './read-draft.js';

export async function discardDraft(
  { database, clock }: Registry,
  caller: Caller,
  id: string,
  reason: string,
): Promise<DraftAnswer> {
  const tenantId = caller.tenant.id;
  const draft = await findDraft(database, tenantId, id);
  refuseSlug(caller, draft.slug);
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
  return readDraft(database, tenantId, id);
}
