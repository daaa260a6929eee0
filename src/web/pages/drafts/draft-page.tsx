/*
 * A draft to read, mend and decide on. Who may only propose sees the same without the means to change it.
 */

import { withQuery } from '../../address.js';
import { useNavigation } from '../../navigation.js';
import { PageHead } from '../../parts/page-head.js';
import { SkillText } from '../../parts/skill-text.js';
import { AnswerView } from '../../parts/states.js';
import { useSession } from '../../session.js';
import { useAnswer } from '../../use-answer.js';
import { ConflictChoice } from './conflict-choice.js';
import { DraftDecision } from './draft-decision.js';
import { DraftRevisions, PublishedDifference } from './draft-differences.js';
import { DraftEditor } from './draft-editor.js';
import { DraftFacts } from './draft-facts.js';
import { DraftFiles } from './draft-files.js';
import { DraftTabs, tabOf, tabsOf } from './draft-tabs.js';
import { RefusalView } from './refusal-view.js';
import { readWholeDraft, useDraftReview, type WholeDraft } from './use-draft-review.js';
import { useLeaveQuestion } from './use-leave-question.js';
import './drafts.css';

export function DraftPage({ id }: { readonly id: string }) {
  const { api } = useSession();
  const asked = useAnswer(`draft ${id}`, (signal) => readWholeDraft(api, id, signal));
  if (asked.value) return <Review whole={asked.value} />;
  return (
    <>
      <PageHead title="Draft" />
      <AnswerView asked={asked} label="the draft" lines={14}>
        {() => null}
      </AnswerView>
    </>
  );
}

function Review({ whole }: { readonly whole: WholeDraft }) {
  const { can } = useSession();
  const { path, query } = useNavigation();
  const review = useDraftReview(whole);
  const { draft, diff, texts, isUnsaved } = review;
  useLeaveQuestion(isUnsaved);
  const isPending = draft.state === 'pending';
  // What was typed stays in sight where somebody else has decided meanwhile.
  const canEdit = can('skills:curate') && (isPending || isUnsaved);
  const tabs = tabsOf(diff, { canEdit, isUnsaved });
  const tab = tabOf(tabs, query.get('tab'));
  return (
    <>
      <PageHead title={`Draft: ${draft.slug}`} says={draft.description}>
        {isPending && can('skills:curate') && <DraftDecision review={review} />}
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
