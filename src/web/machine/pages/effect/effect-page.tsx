/*
 * Effect: whether notes and new versions helped, trials, and what evaluations found.
 */

import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { useUndo } from '../../parts/use-undo.js';
import { useRead } from '../../state/machine.js';
import { Changes } from './effect-changes.js';
import { Evaluations } from './effect-evaluations.js';
import { Trials } from './effect-trials.js';
import './effect.css';

export function EffectPage() {
  const effect = useRead('effect');
  const trials = useRead('trials');
  const evaluations = useRead('evaluations');
  const undoing = useUndo(effect.reload);
  return (
    <>
      <PageHead
        title="Effect"
        says="Did it help? Judged by what your own agents did, and only where chance, bad days, trends and other skills do not explain the difference."
      />
      <div class="columns">
        <div>
          <Section title="Notes and new versions">
            <AnswerView answer={effect} label="what changes did" lines={12}>
              {(value) => <Changes effect={value} undoing={undoing} />}
            </AnswerView>
          </Section>
        </div>
        <div>
          <Section title="Trials">
            <AnswerView answer={trials} label="the trials" lines={5}>
              {(value) => <Trials trials={value} />}
            </AnswerView>
          </Section>
          <Section title="Evaluations">
            <AnswerView answer={evaluations} label="the evaluations" lines={8}>
              {(value) => <Evaluations evaluations={value} />}
            </AnswerView>
          </Section>
        </div>
      </div>
    </>
  );
}
