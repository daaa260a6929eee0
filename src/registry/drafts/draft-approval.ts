/*
 * What a draft waits for: the approvals that its namespace requires, and which of the reviews count today.
 */

import { readAssignedRoles } from '../access/credentials.js';
import { selectMembers } from '../access/members.js';
import { readApprovalRule } from '../access/namespaces.js';
import { namespaceOf } from '../api/item-slug.js';
import { type ApprovalRule, type NamespaceRole, rightTo } from '../api/rights.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import type { Queries } from '../data/db/database.js';
import {
  type ApprovalState,
  approvalState,
  type Review,
  type ReviewedDraft,
  refuseUnapproved,
  whyUncounted,
} from '../rules/access/approval.js';
import type { Tenant } from '../rules/access/principal.js';
import { namespaceRoleOf, rightsOf } from '../rules/access/rights.js';
import type { StoredDraft } from './read-draft.js';

type ReviewAnswer = NonNullable<DraftAnswer['approval']>;

/** What the draft waits for, and what everybody has said about it. */
export async function readApproval(
  queries: Queries,
  tenant: Tenant,
  draft: StoredDraft,
): Promise<ReviewAnswer> {
  const { rule, reviewed, reviews, state } = await findApproval(queries, tenant, draft, draft.slug);
  return {
    rule,
    approved_by: [...state.approvedBy],
    changes_requested_by: [...state.changesRequestedBy],
    missing: state.missing,
    reviews: reviews.map((review) => ({
      by: review.reviewer,
      verdict: review.verdict,
      comment: review.comment,
      revision: review.revision,
      at: review.at.toISOString(),
      uncounted: whyUncounted(rule, reviewed, review),
    })),
  };
}

/** In the transaction of the publish, with the draft's row locked. `slug` is the name that it is published under. */
export async function requireApproved(
  transaction: Queries,
  tenant: Tenant,
  draft: StoredDraft,
  slug: string,
): Promise<readonly string[]> {
  const { rule, state } = await findApproval(transaction, tenant, draft, slug);
  refuseUnapproved(rule, slug, state);
  return state.approvedBy;
}

interface StoredReview extends Review {
  readonly comment: string;
  readonly revision: number;
  readonly at: Date;
}

interface FoundApproval {
  readonly rule: ApprovalRule | null;
  readonly reviewed: ReviewedDraft;
  readonly reviews: readonly StoredReview[];
  readonly state: ApprovalState;
}

async function findApproval(
  queries: Queries,
  tenant: Tenant,
  draft: StoredDraft,
  slug: string,
): Promise<FoundApproval> {
  const rule = await readApprovalRule(queries, tenant, namespaceOf(slug));
  const writers = await readWriters(queries, tenant.id, draft);
  const reviewed = { slug, contentDigest: draft.content_digest, writers };
  const reviews = await readReviews(queries, tenant.id, draft.id, slug);
  return { rule, reviewed, reviews, state: approvalState(rule, reviewed, reviews) };
}

/** Who proposed it and who edited it. */
export async function readWriters(
  queries: Queries,
  tenantId: number,
  { id, created_by }: StoredDraft,
): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('draft_revisions')
    .select('edited_by')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .execute();
  return [...new Set([created_by, ...rows.map(({ edited_by }) => edited_by)])];
}

async function readReviews(
  queries: Queries,
  tenantId: number,
  draftId: string,
  slug: string,
): Promise<readonly StoredReview[]> {
  const rows = await queries
    .selectFrom('draft_reviews')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', draftId)
    .orderBy('at')
    .orderBy('reviewer')
    .execute();
  const reviews: StoredReview[] = [];
  for (const { content_digest: contentDigest, ...row } of rows)
    reviews.push({ ...row, contentDigest, role: await roleToday(queries, tenantId, row.reviewer, slug) });
  return reviews;
}

/** A role that somebody has lost since they approved gives no weight to what they said. */
async function roleToday(
  queries: Queries,
  tenantId: number,
  name: string,
  slug: string,
): Promise<NamespaceRole | null> {
  const member = await selectMembers(queries, tenantId)
    .where('users.email', '=', name.replace(/^user:/, ''))
    .executeTakeFirst();
  if (member?.state !== 'active') return null;
  const assigned = await readAssignedRoles(queries, tenantId, { userId: member.userId, service: null });
  return rightTo(rightsOf(namespaceRoleOf(member.role), assigned), slug)?.role ?? null;
}
