/*
 * Two people have edited the same draft, and this one comes second: whose text goes on is theirs to say.
 */

import type { DraftReview } from './use-draft-review.js';

export function ConflictChoice({ review: { reload, dropTyped, isBusy } }: { readonly review: DraftReview }) {
  const takeTheirs = async () => {
    dropTyped();
    await reload();
  };
  return (
    <>
      <p>
        Somebody else has changed the draft since you opened it. Nothing you typed is lost: keep it and look
        at their change, under Revisions and in the notes, before you save over it, or drop it and go on from
        theirs.
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={reload}>
          Keep mine
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={takeTheirs}>
          Drop mine, load theirs
        </button>
      </div>
    </>
  );
}
