/*
 * Sends one delivery to its webhook, and writes into the log what came of it. The outbox tries again what failed, for a
 * day; until then, later deliveries of the same webhook wait for it, and those of others go on.
 */

import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import type { Topic } from '../data/outbox.js';
import { type WebhookWork, webhookWork } from '../rules/outbox-work.js';
import { addDelivery, type Delivery, readDelivery } from './deliveries.js';
import type { NotificationParts } from './notification-parts.js';
import { webhookHeaders } from './sign-webhook.js';
import { knownWebhook, type Webhook, webhookSecret } from './webhooks.js';

const maxAgeMs = dayMs;

export function webhookTopic(parts: NotificationParts): Topic<WebhookWork> {
  return {
    name: 'webhook',
    schema: webhookWork,
    perform: async ({ database, clock }, { tenantId, payload, at }) => {
      const delivery = await readDelivery(database, tenantId, payload.delivery);
      // The webhook was removed, or another replica was faster.
      if (delivery === undefined || delivery.outcome !== null) return;
      const webhook = await knownWebhook(database, tenantId, payload.webhook);
      const isLast = clock.now() - at.getTime() >= maxAgeMs;
      const { error } = await deliver(parts, tenantId, webhook, payload.delivery, isLast);
      if (error !== null && !isLast) throw new CoppiceError('unavailable', error);
    },
  };
}

/** Sends the event `test` now, whatever waits; it is not tried again. */
export async function sendTest(
  parts: NotificationParts,
  tenant: { readonly id: number; readonly slug: string },
  webhook: Webhook,
): Promise<Delivery> {
  const { database, clock } = parts.registry;
  const at = clock.now();
  const id = await addDelivery(database, {
    tenantId: tenant.id,
    webhookId: webhook.id,
    event: 'test',
    at,
    body: (own) => ({
      id: own,
      event: 'test',
      tenant: tenant.slug,
      at: new Date(at).toISOString(),
      data: {},
    }),
  });
  await deliver(parts, tenant.id, webhook, id, true);
  const delivery = await readDelivery(database, tenant.id, id);
  if (delivery === undefined) throw new CoppiceError('not-found', 'the webhook was removed meanwhile');
  return delivery;
}

interface Outcome {
  readonly status: number | null;
  /** Null where it was delivered. */
  readonly error: string | null;
}

async function deliver(
  parts: NotificationParts,
  tenantId: number,
  webhook: Webhook,
  id: string,
  isLast: boolean,
): Promise<Outcome> {
  const { database, clock } = parts.registry;
  const outcome = await attempt(parts, tenantId, webhook, id);
  await database
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      last_at: new Date(clock.now()),
      last_status: outcome.status,
      last_error: outcome.error,
      outcome: outcome.error === null ? 'delivered' : isLast ? 'failed' : null,
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  return outcome;
}

async function attempt(
  parts: NotificationParts,
  tenantId: number,
  webhook: Webhook,
  id: string,
): Promise<Outcome> {
  const { database, clock } = parts.registry;
  if (!webhook.enabled) return { status: null, error: 'the webhook is switched off' };
  try {
    const delivery = await readDelivery(database, tenantId, id);
    if (delivery === undefined) return { status: null, error: null };
    const secret = await webhookSecret(parts, tenantId, webhook);
    const answer = await parts.fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'coppice',
        ...webhookHeaders(secret, { id, at: clock.now(), body: delivery.body }),
      },
      body: delivery.body,
    });
    const { status, ok } = answer;
    return { status, error: ok ? null : `answered ${status}` };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { status: null, error: error.message };
  }
}
