/*
 * Other words for a proposal: what they change is shown while they are typed, and only what is shown can be accepted.
 */

import { useEffect, useState } from 'preact/hooks';
import type { ProposalKind, WordingAnswer } from '../../../../machine/api/review.js';
import { printable } from '../../../../text/printable.js';
import { Field } from '../../../parts/field.js';
import { Section } from '../../../parts/page.js';
import { Problem } from '../../../parts/states.js';
import { ProposedChanges } from '../../parts/proposed-changes.js';
import { wordsLabels } from '../../rules/review-words.js';
import { useMachine } from '../../state/machine.js';

interface Props {
  readonly id: string;
  readonly kind: ProposalKind;
  /** As they were proposed. */
  readonly words: string;
  readonly isBusy: boolean;
  readonly accept: (edited: { readonly seen: string; readonly words: string }) => void;
  readonly cancel: () => void;
}

interface Checked {
  readonly words: string;
  readonly answer?: WordingAnswer;
  readonly error?: unknown;
}

const pauseMilliseconds = 250;

export function ProposalWords({ id, kind, words, isBusy, accept, cancel }: Props) {
  const machine = useMachine();
  const [own, setOwn] = useState(words);
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(async () => {
      try {
        const answer = await machine.write('wording', { id, words: own });
        if (!isOld) setChecked({ words: own, answer });
      } catch (error) {
        if (!isOld) setChecked({ words: own, error });
      }
    }, pauseMilliseconds);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [id, own]);
  const answer = checked?.answer;
  const isReady = checked?.words === own && answer !== undefined && answer.refused === null;
  return (
    <>
      <Field
        label={wordsLabels[kind]}
        help={
          kind === 'note'
            ? 'A later note is written from the evidence again. What is to stay in your own words belongs outside the note.'
            : 'Your words pass the same checks as the proposed ones.'
        }
      >
        <textarea
          class="mono proposal-words"
          rows={Math.min(24, Math.max(6, own.split('\n').length + 1))}
          spellcheck={false}
          value={own}
          onInput={({ currentTarget: { value } }) => setOwn(value)}
        />
      </Field>
      {checked?.error !== undefined && <Problem error={checked.error} />}
      {answer?.refused != null && (
        <p class="problem" role="alert">
          These words cannot be accepted: {printable(answer.refused)}.
        </p>
      )}
      <p class="actions proposal-acts">
        <button
          type="button"
          class="main"
          disabled={isBusy || !isReady}
          onClick={() => answer !== undefined && accept({ seen: answer.seen, words: own })}
        >
          Accept these words
        </button>
        <button type="button" onClick={cancel}>
          Back to the proposed words
        </button>
      </p>
      {answer !== undefined && answer.files.length > 0 && (
        <Section title="What accepting these words changes">
          <ProposedChanges files={answer.files} />
        </Section>
      )}
    </>
  );
}
