/*
 * Reviews of a draft: somebody who may decide approves it, or asks for changes. Only people review, since a rule that wants
 * two pairs of eyes is not met by a program.
 */

import { CoppiceError } from '../../text/errors.js';
import { readApprovalRule } from '../access/namespaces.js';
import { namespaceOf } from '../api/item-slug.js';
import type { ReviewVerdict } from '../api/names.js';
import type { ApprovalRule } from '../api/rights.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import type { Registry } from '../registry.js';
import { type Act, requireAllowed } from '../rules/access/decide.js';
import type { Caller } from '../rules/access/principal.js';
import { readDraft } from './draft-answer.js';
import { readWriters } from './draft-approval.js';
import { lockPending, refuseUnlessPending } from './pending-draft.js';
import { findDraft } from './read-draft.js';

interface GivenReview {
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  /** The revision that the reviewer has read. */
  readonly expected_revision?: number | undefined;
}

export async function reviewDraft(
  { database, clock }: Registry,
  caller: Caller,
  id: string,
  { verdict, comment, expected_revision: expected }: GivenReview,
): Promise<DraftAnswer> {
  const { tenant, principal } = caller;
  const draft = await findDraft(database, tenant.id, id);
  refuseUnlessPending(draft, expected);
  if (principal.userId === null)
    throw new CoppiceError('forbidden', 'a service cannot review a draft', { hint: 'a person decides' });
  const at = clock.now();
  await database.transaction().execute(async (transaction) => {
    await lockPending(transaction, tenant.id, draft);
    const rule = await readApprovalRule(transaction, tenant, namespaceOf(draft.slug));
    requireAllowed(caller, actOf[rule?.by ?? 'curator'], { slug: draft.slug });
    if (verdict === 'approve' && rule?.no_self === true)
      refuseOwn(principal.name, await readWriters(transaction, tenant.id, draft));
    const values = {
      verdict,
      comment,
      slug: draft.slug,
      content_digest: draft.content_digest,
      revision: draft.revision,
      at: new Date(at),
    };
    await transaction
      .insertInto('draft_reviews')
      .values({ tenant_id: tenant.id, draft_id: id, reviewer: principal.name, ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'draft_id', 'reviewer']).doUpdateSet(values))
      .execute();
    await writeAudit(transaction, actorOf(caller), at, {
      action: verdict === 'approve' ? 'draft.approve' : 'draft.request-changes',
      target: `draft/${id}`,
      details: { slug: draft.slug, revision: draft.revision, content_digest: draft.content_digest, comment },
    });
  });
  return readDraft(database, tenant, id);
}

const actOf = {
  publisher: 'publish',
  curator: 'curate',
  admin: 'administer',
} as const satisfies Record<ApprovalRule['by'], Act>;

function refuseOwn(name: string, writers: readonly string[]): void {
  if (!writers.includes(name)) return;
  throw new CoppiceError('forbidden', `${name} wrote this draft, and cannot approve it`, {
    hint: 'ask somebody else who may',
  });
}
