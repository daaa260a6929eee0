/*
 * What is known of a draft beside its text: where it came from, what became of it, and what it resembles.
 */

import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { itemAddress } from '../../address.js';
import { Link } from '../../navigation.js';
import { Fact } from '../../parts/fact.js';
import { Moment } from '../../parts/moment.js';
import { WordPill } from '../../parts/pill.js';
import { SimilarItems } from './similar-items.js';

interface Props {
  readonly draft: DraftAnswer;
  /** Whether there is an item under its slug. */
  readonly isPublished: boolean;
}

export function DraftFacts({ draft, isPublished }: Props) {
  return (
    <aside class="draft-facts" aria-label="About the draft">
      <h2>Facts</h2>
      <dl>
        <Fact name="State">
          <WordPill word={draft.state} />
        </Fact>
        {draft.published_version !== null && (
          <Fact name="Published as">
            <Link href={itemAddress(draft, { version: draft.published_version })}>
              {draft.published_version}
            </Link>
          </Fact>
        )}
        {draft.reviewed_by !== null && (
          <Fact name="Decided by">
            {draft.reviewed_by}, <Moment at={draft.reviewed_at} />
          </Fact>
        )}
        <Fact name="Kind">{draft.kind}</Fact>
        <Fact name="Item">
          {isPublished ? <Link href={itemAddress(draft)}>{draft.slug}</Link> : `${draft.slug}, a new one`}
        </Fact>
        <Fact name="From">{draft.origin}</Fact>
        <Fact name="Proposed by">
          {draft.created_by}, <Moment at={draft.created_at} />
        </Fact>
        <Fact name="Revision">{draft.revision}</Fact>
        <Fact name="Tags">{draft.tags.join(', ') || <span class="muted">none</span>}</Fact>
        <Fact name="When to use">{draft.when_to_use ?? <span class="muted">not said</span>}</Fact>
      </dl>
      <h2>Similar items</h2>
      <SimilarItems similar={draft.similar} />
    </aside>
  );
}
