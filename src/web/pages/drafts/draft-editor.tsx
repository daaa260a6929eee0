/*
 * The form to edit a draft: its catalog fields and its SKILL.md.
 */

import { counted } from '../../../text/plural.js';
import { Field } from '../../parts/field.js';
import { lineCount } from '../../rules/draft.js';
import type { DraftReview } from './use-draft-review.js';

export function DraftEditor({ review }: { readonly review: DraftReview }) {
  const { draft, texts, isUnsaved, isBusy, type } = review;
  const isPending = draft.state === 'pending';
  const lines = lineCount(texts.skillMd);
  const submit = (event: Event) => {
    event.preventDefault();
    review.save();
  };
  return (
    <form class="draft-editor" onSubmit={submit}>
      <div class="draft-fields">
        <Field label="Slug">
          <input
            class="mono"
            required
            pattern="[a-z0-9][a-z0-9\-]{0,63}"
            title="Lower-case letters, digits and hyphens"
            autocomplete="off"
            spellcheck={false}
            value={texts.slug}
            onInput={(event) => type({ slug: event.currentTarget.value })}
          />
        </Field>
        <Field label="Tags" help="Separated by commas.">
          <input
            autocomplete="off"
            value={texts.tags}
            onInput={(event) => type({ tags: event.currentTarget.value })}
          />
        </Field>
        <Field label="When to use">
          <textarea
            rows={2}
            maxLength={1_024}
            value={texts.whenToUse}
            onInput={(event) => type({ whenToUse: event.currentTarget.value })}
          />
        </Field>
        <Field label="Notes" help="For reviewers; not published.">
          <textarea
            rows={2}
            maxLength={10_000}
            value={texts.notes}
            onInput={(event) => type({ notes: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field label="SKILL.md">
        <textarea
          class="draft-source"
          rows={26}
          spellcheck={false}
          maxLength={1_000_000}
          value={texts.skillMd}
          onInput={(event) => type({ skillMd: event.currentTarget.value })}
        />
      </Field>
      <div class="draft-save actions">
        <button type="submit" class="main" disabled={!isUnsaved || isBusy || !isPending}>
          Save
        </button>
        <button type="button" disabled={!isUnsaved || isBusy} onClick={review.dropTyped}>
          Revert changes
        </button>
        <span class="muted small">{counted(lines, 'line')}</span>
        <span class="muted small" role="status">
          {saveStatus(isPending, isUnsaved)}
        </span>
      </div>
    </form>
  );
}

function saveStatus(isPending: boolean, isUnsaved: boolean): string {
  if (!isPending) return 'This draft is already decided: it can be copied but no longer saved.';
  return isUnsaved ? 'Not saved' : '';
}
