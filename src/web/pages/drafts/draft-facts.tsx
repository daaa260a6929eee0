/*
 * Facts about a draft besides its text: its origin, its decision, and similar items.
 */

import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { EvaluationFact } from '../../parts/evaluations.js';
import { Fact, Moment, WordPill } from '../../parts/facts.js';
import { itemAddress } from '../../rules/address.js';
import { Link } from '../../state/navigation.js';
import { AbsorbedItems } from './absorbed-items.js';
import { ApprovalState } from './draft-approval.js';

interface Props {
  readonly draft: DraftAnswer;
  /** Whether there is an item under its slug. */
  readonly isPublished: boolean;
}

export function DraftFacts({ draft, isPublished }: Props) {
  const absorbs = draft.absorbs ?? [];
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
          {isPublished ? <Link href={itemAddress(draft)}>{draft.slug}</Link> : `${draft.slug} (new)`}
        </Fact>
        <Fact name="From">{draft.origin}</Fact>
        <Fact name="Proposed by">
          {draft.created_by}, <Moment at={draft.created_at} />
        </Fact>
        <EvaluationFact claims={draft.evaluations ?? []} />
        <Fact name="Revision">{draft.revision}</Fact>
        <Fact name="Tags">{draft.tags.join(', ') || <span class="muted">none</span>}</Fact>
        <Fact name="When to use">{draft.when_to_use ?? <span class="muted">not given</span>}</Fact>
      </dl>
      <ApprovalState draft={draft} />
      {absorbs.length > 0 && <AbsorbedItems draft={draft} />}
      <h2>Similar items</h2>
      <SimilarItems similar={draft.similar} />
    </aside>
  );
}

/** Published items that say nearly the same as a draft, and how they were compared. */
export function SimilarItems({ similar }: Pick<DraftAnswer, 'similar'>) {
  if (similar.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="similar-items">
      {similar.map((item) => (
        <li key={`${item.kind} ${item.slug}`}>
          <Link href={itemAddress(item)}>{item.slug}</Link>{' '}
          <span class="muted small">
            {item.kind === 'skill' ? '' : `${item.kind}, `}
            {Math.round(item.similarity * 100)} % by {item.measure}
          </span>
        </li>
      ))}
    </ul>
  );
}
