/*
 * The steps of a task from above to below, each with its time and a mark.
 */

import type { EpisodeAttempt, EpisodeStoryStep } from '../../../../machine/api/sessions.js';
import { printable } from '../../../../text/printable.js';
import { Pill } from '../../../parts/facts.js';
import { exactTime } from '../../../rules/wording.js';
import { StoredCode, StoredOutput, StoredWords } from '../../parts/stored-text.js';
import './timeline.css';

interface Props {
  readonly steps: readonly EpisodeStoryStep[];
  /** What ended it; null where more follows. */
  readonly end: { readonly at: number; readonly text: string } | null;
}

export function Timeline({ steps, end }: Props) {
  return (
    <ol class="timeline">
      {steps.map((step) => (
        <li key={step.event} class={toneOf(step)}>
          <StepTime at={step.at} />
          <div class="timeline-step">
            {step.isSubagent && <span class="muted small">by a subagent</span>}
            <Step step={step} />
            {step.correction !== null && <Correction step={step} />}
          </div>
        </li>
      ))}
      {end !== null && (
        <li class="plain">
          <StepTime at={end.at} />
          <p class="timeline-step">{end.text}</p>
        </li>
      )}
    </ol>
  );
}

function StepTime({ at }: { readonly at: number }) {
  return (
    <time class="muted small" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {new Date(at).toISOString().slice(11, 19)}
    </time>
  );
}

function toneOf(step: EpisodeStoryStep): string {
  if (step.correction !== null || step.kind === 'stop') return 'warn';
  if (step.kind !== 'call') return 'plain';
  if (step.attempts.some(({ tone }) => tone === 'bad')) return 'bad';
  return step.attempts.some(({ tone }) => tone === 'good') ? 'good' : 'plain';
}

function Step({ step }: { readonly step: EpisodeStoryStep }) {
  switch (step.kind) {
    case 'load':
      return <p>{step.byUser ? 'You loaded the skill.' : 'The agent loaded the skill.'}</p>;
    case 'message':
      return (
        <>
          <p class="muted small">You</p>
          <StoredWords text={step.text} />
          {step.reply !== '' && (
            <details>
              <summary class="muted small">The first answer of the agent</summary>
              <StoredWords text={step.reply} />
            </details>
          )}
        </>
      );
    case 'stop':
      return <p>You stopped the agent.</p>;
    case 'call':
      return (
        <>
          <ul>
            {step.attempts.map((attempt, index) => (
              <li key={index}>
                <Attempt attempt={attempt} tool={step.tool} />
              </li>
            ))}
          </ul>
          {step.output.trim() !== '' && (
            <details>
              <summary class="muted small">What it printed</summary>
              <StoredOutput text={step.output} />
            </details>
          )}
        </>
      );
    default:
      return step satisfies never;
  }
}

function Attempt({
  attempt: { text, outcome, tone, failure },
  tool,
}: {
  readonly attempt: EpisodeAttempt;
  readonly tool: string;
}) {
  return (
    <>
      <p>
        <StoredCode text={text === '' ? tool : text} /> <Pill word={outcome} tone={tone} />{' '}
        <span class="muted small">{printable(tool)}</span>
      </p>
      {failure !== null && (
        <p class="timeline-failure small">
          <span class="timeline-cause stored">{printable(failure.cause)}</span>
          <span class="stored">{printable(failure.ending)}</span>
        </p>
      )}
    </>
  );
}

function Correction({ step: { correction, kind } }: { readonly step: EpisodeStoryStep }) {
  if (correction === null) return null;
  return (
    <>
      {kind !== 'message' && <StoredWords text={correction.text} />}
      <p>
        <Pill word="you corrected it" tone="warn" /> <span class="muted small">{correction.how}</span>
      </p>
    </>
  );
}
