/*
 * What becomes of a draft: it is published as a version, or discarded. Both ask first.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError, errorText } from '../../api/api.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { proposedVersion, refusalPoints } from '../../rules/draft.js';
import type { DraftReview } from './use-draft-review.js';

export function DraftDecision({ review }: { readonly review: DraftReview }) {
  const { draft, diff, isUnsaved, isBusy } = review;
  const [asking, setAsking] = useState<'publish' | 'discard'>();
  const [typedVersion, setVersion] = useState<string>();
  const [reason, setReason] = useState('');
  const close = () => setAsking(undefined);
  const version = typedVersion ?? proposedVersion(diff.published?.version);
  return (
    <>
      {isUnsaved && <span class="muted small">Save or drop what you typed first.</span>}
      <button type="button" class="main" disabled={isUnsaved || isBusy} onClick={() => setAsking('publish')}>
        Publish
      </button>
      <button type="button" class="danger" disabled={isBusy} onClick={() => setAsking('discard')}>
        Discard
      </button>
      {asking === 'publish' && (
        <Dialog
          title={`Publish ${draft.slug}`}
          verb="Publish"
          act={() => review.publish(version.trim())}
          close={close}
        >
          <p>
            {diff.published
              ? `It becomes the version after ${diff.published.version}, and cannot be changed any more.`
              : 'It becomes the first version, and cannot be changed any more.'}
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
          <p>It stays readable among the discarded ones, and cannot be published any more.</p>
          <Field label="Reason" help="For the audit; may be left empty.">
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

/*
 * Why something was refused, with every finding, where it can be mended.
 */

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
          {points.map(({ place, why, excerpt }, index) => (
            <li key={index}>
              <b>{place}</b>: {why}
              {excerpt !== '' && <code>{excerpt}</code>}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
