/*
 * Whether a draft has the approvals that its namespace requires. An approval is about the content and the name that were
 * read, and counts while the draft has them and the reviewer still has the role.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { ReviewVerdict } from '../../api/names.js';
import { type ApprovalRule, isAtLeast, type NamespaceRole } from '../../api/rights.js';
import { approvalText } from '../../api/rights-text.js';

export interface Review {
  readonly reviewer: string;
  readonly verdict: ReviewVerdict;
  readonly slug: string;
  readonly contentDigest: string;
  /** The role in the namespace of the draft today; null for somebody who is no active member. */
  readonly role: NamespaceRole | null;
}

export interface ReviewedDraft {
  readonly slug: string;
  readonly contentDigest: string;
  /** Who proposed it and who edited it. */
  readonly writers: readonly string[];
}

/** Why a review does not count; null where it does. */
export type Uncounted = 'other-content' | 'no-right' | 'own' | null;

/** Without a rule a curator's word counts, although nothing waits for it. */
export function whyUncounted(rule: ApprovalRule | null, draft: ReviewedDraft, review: Review): Uncounted {
  if (review.slug !== draft.slug || review.contentDigest !== draft.contentDigest) return 'other-content';
  if (review.role === null || !isAtLeast(review.role, rule?.by ?? 'curator')) return 'no-right';
  return rule?.no_self === true && draft.writers.includes(review.reviewer) ? 'own' : null;
}

export interface ApprovalState {
  readonly approvedBy: readonly string[];
  readonly changesRequestedBy: readonly string[];
  /** How many approvals are missing. */
  readonly missing: number;
}

export function approvalState(
  rule: ApprovalRule | null,
  draft: ReviewedDraft,
  reviews: readonly Review[],
): ApprovalState {
  const counted = reviews.filter((review) => whyUncounted(rule, draft, review) === null);
  const named = (verdict: ReviewVerdict) =>
    counted.filter((review) => review.verdict === verdict).map(({ reviewer }) => reviewer);
  const approvedBy = named('approve');
  return {
    approvedBy,
    changesRequestedBy: named('request-changes'),
    missing: Math.max(0, (rule?.approvals ?? 0) - approvedBy.length),
  };
}

/** Throws `conflict` where a rule is not met. */
export function refuseUnapproved(rule: ApprovalRule | null, slug: string, state: ApprovalState): void {
  if (rule === null) return;
  const [first] = state.changesRequestedBy;
  if (first !== undefined)
    throw new CoppiceError('conflict', `${first} asked for changes to this draft of \`${slug}\``, {
      hint: 'edit the draft, and ask for another review',
    });
  if (state.missing === 0) return;
  throw new CoppiceError('conflict', `\`${slug}\` needs ${approvalText(rule)}; ${missingText(state)}`, {
    hint: 'they approve on the page of the draft',
    data: { require_approval: rule, approved_by: state.approvedBy },
  });
}

function missingText({ missing, approvedBy }: ApprovalState): string {
  if (approvedBy.length === 0) return 'nobody has approved this content yet';
  return `${approvedBy.join(', ')} approved, and ${missing} more ${missing === 1 ? 'is' : 'are'} missing`;
}

/** For a publish without a draft. `propose` says that proposing the same content is the way. */
export function approvalRequired(rule: ApprovalRule, slug: string): CoppiceError {
  return new CoppiceError(
    'conflict',
    `\`${slug}\` needs ${approvalText(rule)}, so it must be proposed as a draft`,
    {
      hint: 'propose it with: coppice publish --propose',
      data: { require_approval: rule, propose: true },
    },
  );
}
