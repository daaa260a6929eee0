/*
 * Review: the changes that wait for a person, and those that were decided on.
 */

import type { ProposalRow, ReviewAnswer } from '../../../../machine/api/review.js';
import { counted } from '../../../../text/plural.js';
import { printable } from '../../../../text/printable.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { Pill } from '../../../parts/facts.js';
import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView, Empty } from '../../../parts/states.js';
import { exactTime, timeAgo } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { proposalAddress } from '../../rules/machine-address.js';
import { kindWords, proposalTitle, stateTones, stateWords } from '../../rules/review-words.js';
import { useRead } from '../../state/machine.js';
import '../../../parts/narrow-cards.css';
import './review.css';

export function ReviewPage() {
  const review = useRead('review');
  const count = (state: ProposalRow['state']) =>
    review.value?.proposals.filter((row) => row.state === state).length ?? 0;
  const [waiting, outdated] = [count('pending'), count('stale')];
  return (
    <>
      <PageHead
        title="Review"
        says={
          waiting + outdated === 0
            ? undefined
            : `${counted(waiting, 'change waits', 'changes wait')} for you${outdated === 0 ? '' : `, and ${counted(outdated, 'is', 'are')} out of date`}. Nothing is written before you accept it.`
        }
      />
      <AnswerView answer={review} label="the proposals" lines={10}>
        {(answer) => <Queue answer={answer} />}
      </AnswerView>
    </>
  );
}

function isWaiting({ state }: Pick<ProposalRow, 'state'>): boolean {
  return state === 'pending' || state === 'stale';
}

function Queue({ answer: { proposals, unreadable, now } }: { readonly answer: ReviewAnswer }) {
  const waiting = proposals.filter(isWaiting);
  const decided = proposals.filter((row) => !isWaiting(row));
  return (
    <>
      {waiting.length === 0 ? (
        <Empty title="Nothing waits for you">
          <p>
            A proposal is a change of a skill because of what happened in sessions. This makes one from what
            was read:
          </p>
          <CopyLine text="coppice evolve run --propose" label="the command that proposes changes" />
        </Empty>
      ) : (
        <Section title="Waiting">
          <Proposals rows={waiting} now={now} label="Proposals that wait" />
        </Section>
      )}
      {decided.length > 0 && (
        <Section title="Decided">
          <Proposals rows={decided} now={now} label="Proposals that were decided on" />
        </Section>
      )}
      {unreadable.length > 0 && (
        <p class="muted small">
          {counted(unreadable.length, 'file')} in the folder of proposals cannot be read:{' '}
          {unreadable.map((file) => printable(file)).join(', ')}
        </p>
      )}
    </>
  );
}

interface ProposalsProps {
  readonly rows: readonly ProposalRow[];
  readonly now: number;
  readonly label: string;
}

function Proposals({ rows, now, label }: ProposalsProps) {
  return (
    <table class="proposals narrow-cards" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Change</th>
          <th scope="col">Skill</th>
          <th scope="col">Kind</th>
          <th scope="col">State</th>
          <th scope="col">Proposed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, title, skill, kind, state, isRisky, createdAt }) => (
          <tr key={id}>
            <th scope="row" class="proposals-title">
              <Link href={proposalAddress(id)}>{proposalTitle(title)}</Link>
            </th>
            <td data-label="Skill">{printable(skill)}</td>
            <td data-label="Kind">{kindWords[kind]}</td>
            <td data-label="State">
              <Pill word={stateWords[state]} tone={stateTones[state]} />{' '}
              {isRisky && isWaiting({ state }) && <Pill word="only by you" tone="warn" />}
            </td>
            <td data-label="Proposed">
              <time dateTime={new Date(createdAt).toISOString()} title={exactTime(createdAt)}>
                {timeAgo(createdAt, now)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
