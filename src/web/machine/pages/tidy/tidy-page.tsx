/*
 * Tidy: what nobody uses, what listings cost, copies, skills that say the same, the archive, and what was done. Each act
 * shows its plan first and can be taken back.
 */

import { useState } from 'preact/hooks';
import { PageHead, Section } from '../../../parts/page.js';
import { AnswerView } from '../../../parts/states.js';
import { useNavigation } from '../../../state/navigation.js';
import { useAnswer } from '../../../state/use-answer.js';
import { Listings } from '../../parts/listings.js';
import { usePlan } from '../../parts/use-plan.js';
import { daysIn } from '../../rules/tidy-days.js';
import { useMachine, useRead } from '../../state/machine.js';
import { DoneActs } from './tidy-done.js';
import { Copies, Overlaps } from './tidy-same.js';
import { Archive, Unused } from './tidy-unused.js';
import './tidy.css';

/** More skills are compared with each other only when somebody asks for it. */
const maxCompared = 500;

export function TidyPage() {
  const days = daysIn(useNavigation().query);
  const given = { days: String(days) };
  const tidy = useRead('tidy', given);
  const costs = useRead('costs', given);
  const copies = useRead('copies');
  const archive = useRead('archive');
  const acts = useRead('acts');
  // All skills are compared with each other, which takes seconds for thousands of them: then a person asks for it.
  const machine = useMachine();
  const [isAsked, setAsked] = useState(false);
  const isCompared = isAsked || (tidy.value !== undefined && tidy.value.total <= maxCompared);
  const overlaps = useAnswer(`overlaps ${isCompared}`, async (signal) =>
    isCompared ? await machine.read('overlaps', {}, signal) : null,
  );
  const reload = () => {
    for (const answer of [tidy, costs, copies, archive, acts, overlaps]) answer.reload();
  };
  const plan = usePlan(reload);
  const isOver = costs.value?.listings.some(
    ({ tokens, budgetTokens }) => budgetTokens !== null && tokens > budgetTokens,
  );
  return (
    <>
      <PageHead
        title="Tidy"
        says="Every act shows its plan first, is an entry of the history, and can be undone. Nothing is deleted."
      />
      <div class="columns">
        <div>
          <Section title="Not used">
            <AnswerView answer={tidy} label="what nobody uses" lines={12}>
              {(value) => <Unused tidy={value} days={days} plan={plan} />}
            </AnswerView>
          </Section>
          <Section title="Exact copies">
            <AnswerView answer={copies} label="the copies" lines={3}>
              {(value) => <Copies copies={value} plan={plan} />}
            </AnswerView>
          </Section>
          <Section title="Skills that say the same">
            <Overlaps answer={overlaps} ask={() => setAsked(true)} plan={plan} />
          </Section>
        </div>
        <div>
          <Section title="In every prompt">
            <AnswerView answer={costs} label="what listings cost" lines={8}>
              {(value) =>
                value.listings.length === 0 ? (
                  <p class="muted">No agent that Coppice knows is used on this machine.</p>
                ) : (
                  <Listings listings={value.listings} days={value.days} withSaving />
                )
              }
            </AnswerView>
            {isOver && (
              <p class="tidy-under">
                <button type="button" disabled={plan.isBusy} onClick={() => plan.propose({ act: 'fit' })}>
                  Make it fit…
                </button>
              </p>
            )}
          </Section>
          <Section title="In the archive">
            <AnswerView answer={archive} label="the archive" lines={4}>
              {(value) => <Archive archive={value} plan={plan} />}
            </AnswerView>
          </Section>
          <Section title="What was done">
            <AnswerView answer={acts} label="what was done" lines={8}>
              {(value) => <DoneActs done={value} changed={reload} />}
            </AnswerView>
          </Section>
        </div>
      </div>
      {plan.dialog}
    </>
  );
}
