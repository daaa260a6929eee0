/*
 * What was sent to a webhook, newest first, and what came back.
 */

import type { DeliveryAnswer } from '../../../registry/api/routes/notifications.js';
import { Moment, Pill, type Tone } from '../../parts/facts.js';
import { AnswerView } from '../../parts/states.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import '../../parts/narrow-cards.css';

/** `tests` is how many were sent from this page: each makes the list another. */
export function Deliveries({ id, tests }: { readonly id: string; readonly tests: number }) {
  const { api } = useSession();
  const answer = useAnswer(`deliveries of ${id} ${tests}`, (signal) =>
    api.get('/v1/tenant/webhooks/{id}/deliveries', { params: { id }, query: { limit: 20 }, signal }),
  );
  return (
    <details class="deliveries">
      <summary>Deliveries</summary>
      <AnswerView answer={answer} label="the deliveries" lines={3}>
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <p class="muted small">Nothing was sent yet.</p>
          ) : (
            <>
              <table class="narrow-cards">
                <thead>
                  <tr>
                    <th scope="col">Event</th>
                    <th scope="col">State</th>
                    <th scope="col">Answer</th>
                    <th scope="col">Attempts</th>
                    <th scope="col">When</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((delivery) => (
                    <Row key={delivery.id} delivery={delivery} />
                  ))}
                </tbody>
              </table>
              {next_cursor !== null && <p class="muted small">Older deliveries are in the API.</p>}
            </>
          )
        }
      </AnswerView>
    </details>
  );
}

const tones: Readonly<Record<DeliveryAnswer['outcome'], Tone>> = {
  delivered: 'good',
  waiting: 'warn',
  failed: 'bad',
};

function Row({ delivery }: { readonly delivery: DeliveryAnswer }) {
  const { event, outcome, status, error, attempts, last_at, created_at } = delivery;
  return (
    <tr>
      <td data-label="Event">{event}</td>
      <td data-label="State">
        <Pill word={outcome} tone={tones[outcome]} />
      </td>
      <td data-label="Answer">{error ?? status ?? ''}</td>
      <td data-label="Attempts">{attempts}</td>
      <td data-label="When">
        <Moment at={last_at ?? created_at} />
      </td>
    </tr>
  );
}
