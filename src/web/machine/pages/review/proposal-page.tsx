/*
 * One proposal: the old text beside the new one, the evidence behind each line, and the decision. Its words can be changed
 * before it is accepted; what that changes is shown first.
 */

import { useState } from 'preact/hooks';
import type { ProposalAnswer } from '../../../../machine/api/review.js';
import { printable } from '../../../../text/printable.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { PatchView } from '../../../parts/diff-view.js';
import { Pill } from '../../../parts/facts.js';
import { useNotices } from '../../../parts/notices.js';
import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { exactTime, groupedCount, timeAgo } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { ProposedChanges } from '../../parts/proposed-changes.js';
import { type Undoing, useUndo } from '../../parts/use-undo.js';
import { skillAddress } from '../../rules/machine-address.js';
import { kindWords, proposalTitle, riskText, stateTones, stateWords } from '../../rules/review-words.js';
import { useMachine, useRead } from '../../state/machine.js';
import { ProposalEvidence } from './proposal-evidence.js';
import { ProposalWords } from './proposal-words.js';
import { RejectDialog } from './reject-dialog.js';
import './review.css';

export function ProposalPage({ id }: { readonly id: string }) {
  const proposal = useRead('proposal', { id });
  const undoing = useUndo(() => proposal.reload());
  return (
    <>
      <PageHead
        title={proposal.value === undefined ? 'A proposal' : proposalTitle(proposal.value.title)}
        says={proposal.value && `${kindWords[proposal.value.kind]} for ${printable(proposal.value.skill)}`}
      />
      <AnswerView answer={proposal} label="the proposal" lines={16}>
        {(value) => (
          <Proposal key={value.id} proposal={value} undoing={undoing} changed={() => proposal.reload()} />
        )}
      </AnswerView>
    </>
  );
}

interface Props {
  readonly proposal: ProposalAnswer;
  readonly undoing: Undoing;
  readonly changed: () => void;
}

function Proposal({ proposal, undoing, changed }: Props) {
  const { id, files, diff, seen, words, conflict, command, kind } = proposal;
  const machine = useMachine();
  const { notifyError } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [mode, setMode] = useState<'read' | 'edit' | 'reject'>('read');
  const isOpen = proposal.state === 'pending' || proposal.state === 'stale' || proposal.state === 'rejected';
  const accept = async (edited: { readonly seen: string; readonly words: string } | undefined) => {
    setBusy(true);
    try {
      const { seen: shown, words: own } = edited ?? { seen, words: null };
      undoing.report(await machine.write('accept', { id, seen: shown, words: own }));
      setMode('read');
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
    changed();
  };
  return (
    <>
      <Facts proposal={proposal} undoing={undoing} />
      {conflict !== null && isOpen && (
        <div class="problem proposal-conflict">
          <p>{printable(conflict)}</p>
          {command !== null && <CopyLine text={command} label="the command" />}
        </div>
      )}
      {isOpen && mode !== 'edit' && (
        <p class="actions proposal-acts">
          {files.length > 0 && (
            <button type="button" class="main" disabled={isBusy} onClick={() => void accept(undefined)}>
              Accept
            </button>
          )}
          {words !== null && proposal.state !== 'stale' && (
            <button type="button" disabled={isBusy} onClick={() => setMode('edit')}>
              Word it otherwise…
            </button>
          )}
          {proposal.state !== 'rejected' && (
            <button type="button" disabled={isBusy} onClick={() => setMode('reject')}>
              Reject…
            </button>
          )}
        </p>
      )}
      {mode === 'edit' && words !== null ? (
        <ProposalWords
          id={id}
          kind={kind}
          words={words}
          isBusy={isBusy}
          accept={(edited) => void accept(edited)}
          cancel={() => setMode('read')}
        />
      ) : (
        <Section title={files.length > 0 ? 'What accepting it changes' : 'What was proposed'}>
          {files.length > 0 ? (
            <ProposedChanges files={files} />
          ) : (
            <PatchView patch={printable(diff, { multiline: true })} />
          )}
        </Section>
      )}
      <ProposalEvidence proposal={proposal} />
      {mode === 'reject' && (
        <RejectDialog
          close={() => setMode('read')}
          reject={async (reason) => {
            undoing.report(await machine.write('reject', { id, reason }));
            changed();
          }}
        />
      )}
    </>
  );
}

function Facts({ proposal, undoing }: Pick<Props, 'proposal' | 'undoing'>) {
  const { state, skill, isHere, risks, createdAt, decided, days, sessions, model, evaluation, now } =
    proposal;
  const made = evaluation === null ? `, from ${groupedCount(sessions, 'session')} of ${days} days` : '';
  return (
    <>
      <p class="proposal-facts">
        <Pill word={stateWords[state]} tone={stateTones[state]} />
        {risks.map((risk) => (
          <Pill key={risk} word={riskText(risk)} tone="warn" />
        ))}
        <span class="muted small">
          <time dateTime={new Date(createdAt).toISOString()} title={exactTime(createdAt)}>
            proposed {timeAgo(createdAt, now)}
          </time>
          {made}
          {model !== null && `, written by the model ${printable(model)}`}
        </span>
        {isHere && <Link href={skillAddress(skill, 'happened')}>What happened with the skill</Link>}
        <Link href="/machine/review">All proposals</Link>
      </p>
      {decided !== null && (
        <p class="proposal-decided">
          <span>
            {state === 'accepted' ? 'Accepted' : 'Rejected'}
            {decided.isEdited && ' in other words'}{' '}
            {decided.at > 0 && <span title={exactTime(decided.at)}>{timeAgo(decided.at, now)}</span>}
            {decided.reason !== null && `: ${printable(decided.reason)}`}
          </span>{' '}
          {decided.entry !== null && (
            <button
              type="button"
              disabled={undoing.isBusy}
              onClick={() => void undoing.undo(decided.entry ?? '')}
            >
              Undo the decision
            </button>
          )}
        </p>
      )}
    </>
  );
}
