/*
 * The form of a new webhook. A refusal is shown in the form, which keeps its input.
 */

import { useState } from 'preact/hooks';
import type { NotificationEvent } from '../../../registry/api/notifications.js';
import type { WebhookAnswer } from '../../../registry/api/routes/notifications.js';
import { EventChoice } from '../../parts/event-choice.js';
import { Field } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { events as allEvents } from '../../rules/event-words.js';
import { useSession } from '../../state/session.js';

interface Props {
  readonly made: (webhook: WebhookAnswer & { readonly secret: string }) => void;
  readonly cancel: () => void;
}

export function NewWebhook({ made, cancel }: Props) {
  const { api } = useSession();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly NotificationEvent[]>(allEvents);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      made(await api.send('POST', '/v1/tenant/webhooks', { body: { url: url.trim(), events: [...events] } }));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Section title="New webhook">
      <form class="webhook-form card" onSubmit={submit}>
        {problem !== undefined && <Problem error={problem} />}
        <Field label="Address" help="An https address that takes POST requests.">
          <input
            type="url"
            required
            maxLength={2000}
            autocomplete="off"
            placeholder="https://hooks.example.com/skills"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
        <EventChoice legend="What it hears of" chosen={events} change={setEvents} />
        <div class="actions">
          <button type="submit" class="main" disabled={isBusy || url.trim() === '' || events.length === 0}>
            Add
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </Section>
  );
}
