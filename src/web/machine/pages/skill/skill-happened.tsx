/*
 * What happened with a skill in sessions: failures that came back and what fixed them, the note with the evidence behind each
 * line, and the tasks one by one. All of it is redacted, as it is stored.
 */

import type {
  EpisodeSummary,
  FailureSummary,
  NoteSummary,
  SkillEvidenceAnswer,
} from '../../../../machine/api/skill.js';
import { counted } from '../../../../text/plural.js';
import { Pill } from '../../../parts/facts.js';
import { Section } from '../../../parts/page.js';
import { AnswerView, Empty } from '../../../parts/states.js';
import { exactTime, timeAgo } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { type Planning, usePlan } from '../../parts/use-plan.js';
import { episodeAddress } from '../../rules/machine-address.js';
import { resultTones, resultWords, sessionsAddress } from '../../rules/sessions-view.js';
import { useRead } from '../../state/machine.js';

export function SkillHappened({ id }: { readonly id: string }) {
  const evidence = useRead('skill-evidence', { id });
  const plan = usePlan(evidence.reload);
  return (
    <>
      <AnswerView answer={evidence} label="what happened" lines={10}>
        {(value) => <Happened skill={id} evidence={value} plan={plan} />}
      </AnswerView>
      {plan.dialog}
    </>
  );
}

function Happened({
  skill,
  evidence: { episodes, failures, note, days, now },
  plan,
}: {
  readonly skill: string;
  readonly evidence: SkillEvidenceAnswer;
  readonly plan: Planning;
}) {
  if (episodes.length === 0 && failures.length === 0 && (note === null || note.lines.length === 0))
    return (
      <Empty title={`Nothing happened with it in ${days} days`}>
        <p>
          As far as sessions were read: <code>coppice evidence backfill</code> reads new ones.
        </p>
      </Empty>
    );
  return (
    <>
      {failures.length > 0 && (
        <Section title="What fails, and what fixed it">
          <ul class="happened-list">
            {failures.map((failure) => (
              <FailureLine key={`${failure.command} ${failure.error}`} failure={failure} now={now} />
            ))}
          </ul>
        </Section>
      )}
      {note !== null && <Note skill={skill} note={note} now={now} plan={plan} />}
      {episodes.length > 0 && (
        <Section
          title={`Tasks with it in ${days} days`}
          actions={<Link href={sessionsAddress({ skill })}>All tasks with it</Link>}
        >
          <ul class="happened-list">
            {episodes.map((episode) => (
              <EpisodeLine key={episode.id} episode={episode} now={now} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function FailureLine({ failure, now }: { readonly failure: FailureSummary; readonly now: number }) {
  const { command, error, failures, sessions, lastAt, fix, isHeld } = failure;
  return (
    <li class="card">
      <p>
        <code>{command}</code> {error === '' ? 'fails' : `fails with "${error}"`}
      </p>
      {fix !== null && (
        <p class="happened-fix">
          {fix.commands.map((step, index) => (
            <span key={step}>
              {index > 0 && ', then '}
              <code>{step}</code>
            </span>
          ))}{' '}
          <Pill word={`worked ${fix.worked} of ${fix.of} times`} tone="good" />
        </p>
      )}
      <p class="muted small">
        {counted(failures, 'failure')} in {counted(sessions, 'session')}, the last {timeAgo(lastAt, now)}
        {fix === null && (isHeld ? '; a fix was seen that would be unsafe to follow' : '; no fix seen yet')}
      </p>
    </li>
  );
}

interface NoteProps {
  readonly skill: string;
  readonly note: NoteSummary;
  readonly now: number;
  readonly plan: Planning;
}

function Note({ skill, note: { entry, writtenAt, whyNot, lines }, now, plan }: NoteProps) {
  if (lines.length === 0 && entry === null) return null;
  return (
    <Section
      title={entry === null ? 'What a note would say' : 'The note in its text'}
      actions={
        entry === null && (
          <button type="button" disabled={plan.isBusy} onClick={() => plan.propose({ act: 'note', skill })}>
            Add this note…
          </button>
        )
      }
    >
      <p class="muted small">
        {writtenAt !== null && `Written ${timeAgo(writtenAt, now)}. The history undoes it.`}
        {whyNot !== null && `It has no note: ${whyNot}.`}
      </p>
      <ol class="happened-list">
        {lines.map(({ text, sessions, cited, events }) => (
          <li key={text} class="card">
            <p>{text}</p>
            <details>
              <summary class="muted small">
                {counted(cited, 'event')} in {counted(sessions, 'session')}
              </summary>
              <ul class="happened-events">
                {events.map((event) => (
                  <li key={event}>{event}</li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function EpisodeLine({ episode, now }: { readonly episode: EpisodeSummary; readonly now: number }) {
  const { id, agent, model, startedAt, endedAt, result, attempts, steps } = episode;
  const minutes = Math.round((endedAt - startedAt) / 60_000);
  return (
    <li class="card">
      <p>
        <Pill word={resultWords[result]} tone={resultTones[result]} />{' '}
        <Link href={episodeAddress(id)}>
          <time dateTime={new Date(startedAt).toISOString()} title={exactTime(startedAt)}>
            {timeAgo(startedAt, now)}
          </time>
        </Link>{' '}
        <span class="muted small">
          {agent}
          {model === null ? '' : `, ${model}`}; {counted(attempts, 'attempt')}
          {minutes === 0 ? '' : ` in ${counted(minutes, 'minute')}`}
        </span>
      </p>
      {steps.length > 0 && (
        <ol class="happened-steps">
          {steps.map((step) => (
            <li key={`${step.at} ${step.text}`} class={step.kind}>
              {step.kind === 'failed' ? <code>{step.text}</code> : <q>{step.text}</q>}{' '}
              <span class="muted small">{step.detail}</span>
              {step.ending !== null && <span class="happened-ending small">{step.ending}</span>}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
