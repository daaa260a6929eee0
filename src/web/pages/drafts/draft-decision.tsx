/*
 * Publishes a draft as a version, or discards it, for those who may. Both ask for confirmation, and show every finding if refused.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, errorText } from '../../api/api.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { proposedVersion, refusalPoints } from '../../rules/draft.js';
import { useSession } from '../../state/session.js';
import { isApproved, ReviewButtons } from './draft-approval.js';
import type { DraftReview } from './use-draft-review.js';

export function DraftDecision({ review }: { readonly review: DraftReview }) {
  const { draft, diff, isUnsaved, isBusy } = review;
  const [asking, setAsking] = useState<'publish' | 'discard'>();
  const [typedVersion, setVersion] = useState<string>();
  const [reason, setReason] = useState('');
  const close = () => setAsking(undefined);
  const { may, who } = useSession();
  const version = typedVersion ?? draft.wanted_version ?? proposedVersion(diff.published?.version);
  const isOwn = draft.created_by === who?.principal;
  const mayPublish = may('publisher', draft.slug) && (isOwn || may('curator', draft.slug));
  const mayDiscard = isOwn || may('curator', draft.slug);
  const waits = !isApproved(draft);
  return (
    <>
      {isUnsaved && <span class="muted small">Save or revert your changes first.</span>}
      {!isUnsaved && waits && <span class="muted small">It waits for approval.</span>}
      <ReviewButtons review={review} />
      {mayPublish && (
        <button
          type="button"
          class="main"
          disabled={isUnsaved || isBusy || waits}
          onClick={() => setAsking('publish')}
        >
          Publish
        </button>
      )}
      {mayDiscard && (
        <button type="button" class="danger" disabled={isBusy} onClick={() => setAsking('discard')}>
          Discard
        </button>
      )}
      {asking === 'publish' && (
        <Dialog
          title={`Publish ${draft.slug}`}
          verb="Publish"
          act={() => review.publish(version.trim())}
          close={close}
        >
          <p>
            {diff.published
              ? `It becomes the version after ${diff.published.version} and can no longer be changed.`
              : 'It becomes the first version and can no longer be changed.'}
          </p>
          <Field label="Version" help="MAJOR.MINOR.PATCH">
            <input
              required
              autocomplete="off"
              spellcheck={false}
              maxLength={128}
              value={version}
              onInput={(event) => setVersion(event.currentTarget.value)}
            />
          </Field>
        </Dialog>
      )}
      {asking === 'discard' && (
        <Dialog
          title={`Discard the draft of ${draft.slug}?`}
          verb="Discard"
          isDangerous
          act={() => review.discard(reason.trim())}
          close={close}
        >
          <p>It stays readable among the discarded drafts, but can no longer be published.</p>
          <Field label="Reason" help="Optional. Recorded in the audit log.">
            <input
              autocomplete="off"
              maxLength={500}
              value={reason}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        </Dialog>
      )}
    </>
  );
}

interface Props {
  readonly error: unknown;
  /** What can be done about it. */
  readonly children?: ComponentChildren;
}

export function RefusalView({ error, children }: Props) {
  const points = error instanceof ApiError ? refusalPoints(error.details) : [];
  return (
    <div class="problem refusal" role="alert">
      <p>{errorText(error)}</p>
      {points.length > 0 && (
        <ul>
          {points.map(({ location, why, excerpt }, index) => (
            <li key={index}>
              <b>{location}</b>: {why}
              {excerpt !== '' && <code>{excerpt}</code>}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
