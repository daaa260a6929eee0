/*
 * What a draft waits for, what reviewers said, and the buttons for those who may decide.
 */

import { useState } from 'preact/hooks';
import type { ReviewVerdict } from '../../../registry/api/names.js';
import { approvalText } from '../../../registry/api/rights-text.js';
import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { Dialog } from '../../parts/dialog.js';
import { Moment, Pill } from '../../parts/facts.js';
import { Field } from '../../parts/field.js';
import { useSession } from '../../state/session.js';
import type { DraftReview } from './use-draft-review.js';

type Approval = NonNullable<DraftAnswer['approval']>;

export function ApprovalState({ draft }: { readonly draft: DraftAnswer }) {
  const { approval } = draft;
  if (approval === undefined || (approval.rule === null && approval.reviews.length === 0)) return null;
  return (
    <>
      <h2>Approval</h2>
      {draft.state === 'pending' && <p>{waitText(approval)}</p>}
      <ul class="similar-items">
        {approval.reviews.map((review) => (
          <li key={review.by}>
            {review.by}{' '}
            <Pill
              word={review.verdict === 'approve' ? 'approved' : 'asked for changes'}
              tone={review.uncounted !== null ? 'plain' : review.verdict === 'approve' ? 'good' : 'warn'}
            />{' '}
            <span class="muted small">
              <Moment at={review.at} />
              {review.uncounted !== null && `, ${uncountedWords[review.uncounted]}`}
            </span>
            {review.comment !== '' && (
              <p class="small" dir="auto">
                {review.comment}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function waitText({ rule, missing, changes_requested_by: asked }: Approval): string {
  if (asked.length > 0)
    return `${asked.join(' and ')} asked for changes. Edit the draft, and ask for another review.`;
  if (rule === null) return 'It needs no approval.';
  return missing === 0
    ? 'It has the approvals that it needs.'
    : `It needs ${approvalText(rule)}; ${missing} missing.`;
}

const uncountedWords = {
  'other-content': 'about earlier content',
  'no-right': 'may not decide about it now',
  own: 'wrote it',
} as const;

/** Whether the draft can be published as far as approvals go. */
export function isApproved({ approval }: DraftAnswer): boolean {
  if (approval === undefined || approval.rule === null) return true;
  return approval.missing === 0 && approval.changes_requested_by.length === 0;
}

export function ReviewButtons({ review }: { readonly review: DraftReview }) {
  const { may, who } = useSession();
  const { draft, isUnsaved, isBusy } = review;
  const [asking, setAsking] = useState<ReviewVerdict>();
  const [comment, setComment] = useState('');
  const rule = draft.approval?.rule ?? null;
  if (!may(rule?.by ?? 'curator', draft.slug)) return null;
  const isOwn = rule?.no_self === true && draft.created_by === who?.principal;
  const close = () => setAsking(undefined);
  return (
    <>
      {rule !== null && !isOwn && (
        <button type="button" disabled={isUnsaved || isBusy} onClick={() => setAsking('approve')}>
          Approve
        </button>
      )}
      {draft.created_by !== who?.principal && (
        <button type="button" disabled={isUnsaved || isBusy} onClick={() => setAsking('request-changes')}>
          Ask for changes
        </button>
      )}
      {asking !== undefined && (
        <Dialog
          title={asking === 'approve' ? `Approve this draft of ${draft.slug}?` : 'Ask for changes'}
          verb={asking === 'approve' ? 'Approve' : 'Ask for changes'}
          isReady={asking === 'approve' || comment.trim() !== ''}
          act={() => review.review(asking, comment.trim())}
          close={close}
        >
          <p>
            {asking === 'approve'
              ? `You approve the content of revision ${draft.revision}. When it changes, somebody has to approve it again.`
              : 'Whoever proposed the draft sees what you write. It is not published until the content changes.'}
          </p>
          <Field label="Comment" help={asking === 'approve' ? 'Optional.' : 'What should change.'}>
            <textarea
              rows={4}
              maxLength={10_000}
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </Field>
        </Dialog>
      )}
    </>
  );
}
