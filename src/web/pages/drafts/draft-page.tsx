/*
 * A draft to read, edit and decide on. Everybody sees the controls of what they may do.
 */

import { PageHead } from '../../parts/page.js';
import { SkillText } from '../../parts/skill-text.js';
import { AnswerView } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { DraftFiles, DraftRevisions, PublishedDifference } from './draft-contents.js';
import { DraftDecision, RefusalView } from './draft-decision.js';
import { DraftEditor } from './draft-editor.js';
import { DraftFacts } from './draft-facts.js';
import {
  type DraftReview,
  readWholeDraft,
  useDraftReview,
  useLeaveConfirmation,
  type WholeDraft,
} from './use-draft-review.js';
import './drafts.css';
import type { DraftDiff } from '../../../registry/api/routes/drafts.js';

export function DraftPage({ id }: { readonly id: string }) {
  const { api } = useSession();
  const answer = useAnswer(`draft ${id}`, (signal) => readWholeDraft(api, id, signal));
  if (answer.value) return <Review whole={answer.value} />;
  return (
    <>
      <PageHead title="Draft" />
      <AnswerView answer={answer} label="the draft" lines={14}>
        {() => null}
      </AnswerView>
    </>
  );
}

function Review({ whole }: { readonly whole: WholeDraft }) {
  const { may, who } = useSession();
  const { path, query } = useNavigation();
  const review = useDraftReview(whole);
  const { draft, diff, texts, isUnsaved } = review;
  useLeaveConfirmation(isUnsaved);
  const isPending = draft.state === 'pending';
  // Unsaved input stays visible if somebody else has decided in the meantime.
  const isOwn = draft.created_by === who?.principal && may('proposer', draft.slug);
  const canEdit = (isOwn || may('curator', draft.slug)) && (isPending || isUnsaved);
  const tabs = tabsOf(diff, { canEdit, isUnsaved });
  const tab = tabOf(tabs, query.get('tab'));
  return (
    <>
      <PageHead title={`Draft: ${draft.slug}`} says={draft.description}>
        {isPending && <DraftDecision review={review} />}
      </PageHead>
      {review.problem !== undefined && (
        <RefusalView error={review.problem}>
          {review.isConflict && <ConflictChoice review={review} />}
        </RefusalView>
      )}
      {draft.notes !== '' && <p class="draft-notes card">{draft.notes}</p>}
      <div class="draft-columns">
        <div class="draft-main">
          <DraftTabs tabs={tabs} current={tab} path={path} />
          {tab === 'read' && (
            <SkillText text={texts.skillMd} fileAddress={(file) => withQuery(path, { tab: 'files', file })} />
          )}
          {tab === 'files' && <DraftFiles draft={draft} />}
          {tab === 'edit' && <DraftEditor review={review} />}
          {tab === 'published' && <PublishedDifference diff={diff} />}
          {tab === 'revisions' && <DraftRevisions diff={diff} />}
        </div>
        <DraftFacts draft={draft} isPublished={diff.published !== null} />
      </div>
    </>
  );
}

/** The choice after two people have edited the same draft: keep one's own text or load the other. */
function ConflictChoice({ review: { reload, dropTyped, isBusy } }: { readonly review: DraftReview }) {
  const takeTheirs = async () => {
    dropTyped();
    await reload();
  };
  return (
    <>
      <p>
        Somebody else has changed the draft since you opened it. Your input is not lost: keep it and review
        their change under Revisions and in the notes before you save over it, or discard it and continue with
        theirs.
      </p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={reload}>
          Keep mine
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={takeTheirs}>
          Discard mine, load theirs
        </button>
      </div>
    </>
  );
}

/** The views of a draft, each with an address of its own. */
type TabName = 'read' | 'files' | 'edit' | 'published' | 'revisions';

interface Tab {
  readonly name: TabName;
  readonly label: string;
}

interface DraftState {
  readonly canEdit: boolean;
  readonly isUnsaved: boolean;
}

function tabsOf({ published, revisions }: DraftDiff, { canEdit, isUnsaved }: DraftState): readonly Tab[] {
  const edit: Tab = { name: 'edit', label: isUnsaved ? 'Edit (unsaved)' : 'Edit' };
  return [
    { name: 'read', label: isUnsaved ? 'Read (as typed)' : 'Read' },
    { name: 'files', label: 'Files' },
    ...(canEdit ? [edit] : []),
    ...(published ? [{ name: 'published', label: `Compare with ${published.version}` } as const] : []),
    { name: 'revisions', label: `Revisions (${revisions.length})` },
  ];
}

/** The requested tab, if it exists. */
function tabOf(tabs: readonly Tab[], wanted: string | null): TabName {
  return tabs.find(({ name }) => name === wanted)?.name ?? 'read';
}

interface Props {
  readonly tabs: readonly Tab[];
  readonly current: TabName;
  /** Of the draft's page. */
  readonly path: string;
}

function DraftTabs({ tabs, current, path }: Props) {
  return (
    <nav class="choice-links" aria-label="Views of the draft">
      {tabs.map(({ name, label }) => (
        <Link
          key={name}
          href={withQuery(path, { tab: name === 'read' ? undefined : name })}
          aria-current={name === current ? 'page' : undefined}
          keepScroll
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
