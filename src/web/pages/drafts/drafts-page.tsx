/*
 * Drafts to review, newest first, filtered by state.
 */

import type { DraftState } from '../../../registry/api/names.js';
import type { DraftAnswer } from '../../../registry/api/routes/drafts.js';
import { Moment, Pill, WordPill } from '../../parts/facts.js';
import { PageHead, PageLinks } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { SimilarItems } from './draft-facts.js';
import '../../parts/narrow-cards.css';
import './drafts.css';

const choices = [
  ['pending', 'Pending'],
  ['published', 'Published'],
  ['discarded', 'Discarded'],
  ['all', 'All'],
] as const;

export function DraftsPage() {
  const { api } = useSession();
  const { query } = useNavigation();
  const state = choices.find(([choice]) => choice === query.get('state'))?.[0] ?? 'pending';
  const cursor = query.get('cursor') ?? undefined;
  const answer = useAnswer(`drafts ${query}`, (signal) =>
    api.get('/v1/drafts', { query: { state, cursor }, signal }),
  );
  return (
    <>
      <PageHead title="Drafts" says="Proposals from agents and people, to review, edit and publish." />
      <nav class="choice-links" aria-label="State of the drafts">
        {choices.map(([choice, label]) => (
          <Link
            key={choice}
            href={withQuery('/drafts', { state: choice === 'pending' ? undefined : choice })}
            aria-current={choice === state ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <AnswerView answer={answer} label="drafts" lines={8}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 ? <NoDrafts state={state} /> : <DraftTable drafts={items} />}
            <PageLinks next={next_cursor} />
          </>
        )}
      </AnswerView>
    </>
  );
}

function DraftTable({ drafts }: { readonly drafts: readonly DraftAnswer[] }) {
  return (
    <table class="draft-table narrow-cards">
      <thead>
        <tr>
          <th scope="col">Draft</th>
          <th scope="col">State</th>
          <th scope="col">From</th>
          <th scope="col">By</th>
          <th scope="col">When</th>
          <th scope="col">Revision</th>
          <th scope="col">Similar items</th>
        </tr>
      </thead>
      <tbody>
        {drafts.map((draft) => (
          <tr key={draft.id}>
            <th scope="row">
              <Link href={`/drafts/${draft.id}`}>{draft.slug}</Link>{' '}
              {draft.kind !== 'skill' && <Pill word={draft.kind} />}
              <p class="draft-says" dir="auto">
                {draft.description}
              </p>
            </th>
            <td data-label="State">
              <WordPill word={draft.state} />
            </td>
            <td data-label="From">{draft.origin}</td>
            <td data-label="By">{draft.created_by.replace(/^user:/, '')}</td>
            <td data-label="When">
              <Moment at={draft.created_at} />
            </td>
            <td data-label="Revision">{draft.revision}</td>
            <td data-label="Similar">
              <SimilarItems similar={draft.similar.slice(0, maxSimilar)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const maxSimilar = 2;

function NoDrafts({ state }: { readonly state: DraftState | 'all' }) {
  const which = state === 'all' ? '' : `${state} `;
  return (
    <Empty title={`No ${which}drafts`}>
      <p>
        Agents propose drafts through the registry, and <code>coppice evolve review --share ID</code> sends a
        proposal from a machine.
      </p>
    </Empty>
  );
}
