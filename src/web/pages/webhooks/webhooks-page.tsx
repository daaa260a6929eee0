/*
 * The webhooks of a team: where events are sent, whether they arrive, and adding, testing, switching and removing them.
 */

import { useState } from 'preact/hooks';
import type { WebhookAnswer } from '../../../registry/api/routes/notifications.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Dialog } from '../../parts/dialog.js';
import { Fact, Pill } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { eventWords } from '../../rules/event-words.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { Deliveries } from './deliveries.js';
import { NewWebhook } from './new-webhook.js';
import './webhooks.css';

export function WebhooksPage() {
  const { api, who, can } = useSession();
  const { notify } = useNotices();
  const answer = useAnswer(`webhooks of ${who?.tenant}`, (signal) =>
    api.get('/v1/tenant/webhooks', { signal }),
  );
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [removing, setRemoving] = useState<WebhookAnswer>();
  const remove = async ({ id }: WebhookAnswer) => {
    await api.send('DELETE', '/v1/tenant/webhooks/{id}', { params: { id } });
    notify('Removed the webhook.');
    answer.reload();
  };
  return (
    <>
      <PageHead
        title="Webhooks"
        says="Other programs hear of changes: each event is a signed POST, tried again for a day."
      >
        {can('tenant:admin') && (
          <button type="button" class="main" disabled={isAdding} onClick={() => setAdding(true)}>
            Add a webhook
          </button>
        )}
      </PageHead>
      {isAdding && (
        <NewWebhook
          made={(made) => {
            setSecret(made.secret);
            setAdding(false);
            answer.reload();
          }}
          cancel={() => setAdding(false)}
        />
      )}
      {secret !== undefined && (
        <Section title="The secret of the new webhook">
          <p>
            The receiver verifies the signature with it (Standard Webhooks). It is not shown again: copy it
            now.
          </p>
          <CopyLine text={secret} label="the secret" />
        </Section>
      )}
      <AnswerView answer={answer} label="the webhooks" lines={4}>
        {(webhooks) =>
          webhooks.length === 0 && !isAdding ? (
            <Empty title="No webhooks yet">
              <p>Add one to post events to a chat, a ticket system or a program of your own.</p>
            </Empty>
          ) : (
            webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                changed={() => answer.reload()}
                remove={() => setRemoving(webhook)}
              />
            ))
          )
        }
      </AnswerView>
      {removing !== undefined && (
        <Dialog
          title="Remove this webhook?"
          verb="Remove"
          isDangerous
          act={() => remove(removing)}
          close={() => setRemoving(undefined)}
        >
          <p>
            Nothing more is sent to {removing.url}, and the log of its deliveries is deleted. To stop it for a
            while, switch it off instead.
          </p>
        </Dialog>
      )}
    </>
  );
}

interface CardProps {
  readonly webhook: WebhookAnswer;
  readonly changed: () => void;
  readonly remove: () => void;
}

function WebhookCard({ webhook, changed, remove }: CardProps) {
  const { api } = useSession();
  const { notify, notifyError } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const [tests, setTests] = useState(0);
  const { url, enabled, events } = webhook;
  const params = { id: webhook.id };
  const doing = (act: () => Promise<void>) => async () => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  const test = async () => {
    const { outcome, status, error } = await api.send('POST', '/v1/tenant/webhooks/{id}/test', { params });
    setTests(tests + 1);
    if (outcome === 'delivered') notify(`The test arrived: ${url} answered ${status}.`);
    else notifyError(new Error(`The test did not arrive: ${error}.`));
  };
  const flip = async () => {
    await api.send('PATCH', '/v1/tenant/webhooks/{id}', { params, body: { enabled: !enabled } });
    changed();
  };
  return (
    <Section
      title={url}
      actions={
        <>
          <button type="button" disabled={isBusy} onClick={doing(test)} aria-label={`Send a test to ${url}`}>
            Send a test
          </button>
          <button type="button" disabled={isBusy} onClick={doing(flip)}>
            Switch {enabled ? 'off' : 'on'}
          </button>
          <button type="button" class="danger" onClick={remove} aria-label={`Remove ${url}`}>
            Remove
          </button>
        </>
      }
    >
      <dl class="facts">
        <Fact name="State">{enabled ? <Pill word="on" tone="good" /> : <Pill word="off" tone="warn" />}</Fact>
        <Fact name="Events">{events.map((event) => eventWords[event]).join('; ')}</Fact>
        <Fact name="Added by">{webhook.created_by}</Fact>
      </dl>
      <Deliveries id={webhook.id} tests={tests} />
    </Section>
  );
}
