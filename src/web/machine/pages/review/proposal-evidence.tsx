/*
 * What a proposal rests on: for each line the events behind it, or the scores of the cases that decided for an edit.
 */

import type { ProposalAnswer, ProposalEvaluation } from '../../../../machine/api/review.js';
import { counted, signed } from '../../../../text/plural.js';
import { printable } from '../../../../text/printable.js';
import { Section } from '../../../parts/page.js';

export function ProposalEvidence({ proposal }: { readonly proposal: ProposalAnswer }) {
  const { lines, events, evaluation } = proposal;
  if (evaluation !== null) return <Evaluation evaluation={evaluation} />;
  if (lines.length === 0 && events.length === 0) return null;
  return (
    <Section title="The evidence behind it">
      <ol class="proposal-lines">
        {lines.map(({ text, sessions, events: behind, moreEvents }) => (
          <li key={text} class="card">
            <p class="stored">{printable(text)}</p>
            <p class="muted small">In {counted(sessions, 'session')}:</p>
            <Events events={behind} />
            {moreEvents > 0 && <p class="muted small">and {counted(moreEvents, 'more event')}</p>}
          </li>
        ))}
      </ol>
      {events.length > 0 && (
        <>
          {lines.length > 0 && <p class="muted small">Besides:</p>}
          <Events events={events} />
        </>
      )}
    </Section>
  );
}

function Events({ events }: { readonly events: readonly string[] }) {
  return (
    <ul class="proposal-events">
      {events.map((event) => (
        <li key={event} class="stored">
          {printable(event)}
        </li>
      ))}
    </ul>
  );
}

function Evaluation({ evaluation }: { readonly evaluation: ProposalEvaluation }) {
  const { agent, model, runs, difference, cases } = evaluation;
  const { value, low, high } = difference;
  return (
    <Section title="The evaluation behind it">
      <p>
        On {printable(agent)}
        {model !== null && ` (${printable(model)})`}, {counted(runs, 'run')} of each case. On cases that the
        model did not see: {signed(value)} ({signed(low)} to {signed(high)}).
        {low <= 0 && ' The interval contains 0, so the gain may be chance.'}
      </p>
      <div class="table-wrap">
        <table>
          <thead>
            <tr>
              <th scope="col">Case</th>
              <th scope="col">Seen by the model</th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {cases.map(({ name, isHeldOut, before, after }) => (
              <tr key={name}>
                <th scope="row">{printable(name)}</th>
                <td>{isHeldOut ? 'no' : 'yes'}</td>
                <td class="number">{before.toFixed(2)}</td>
                <td class="number">{after.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
