/*
 * Handlers of the routes about webhooks and mail.
 */

import type {
  DeliveryAnswer,
  notificationRoutes,
  PreferencesAnswer,
  WebhookAnswer,
} from '../../../api/routes/notifications.js';
import { sendTest } from '../../../notifications/deliver-webhook.js';
import { type Delivery, listDeliveries } from '../../../notifications/deliveries.js';
import { readMuted, setMuted } from '../../../notifications/mail-preferences.js';
import type { NotificationParts } from '../../../notifications/notification-parts.js';
import {
  changeWebhook,
  createWebhook,
  knownWebhook,
  listWebhooks,
  removeWebhook,
  type Webhook,
} from '../../../notifications/webhooks.js';
import type { Caller } from '../../../rules/access/principal.js';
import type { Handlers } from '../handler.js';

export function notificationHandlers(parts: NotificationParts): Handlers<typeof notificationRoutes> {
  const { database } = parts.registry;
  const preferences = async (caller: Caller): Promise<PreferencesAnswer> => ({
    mail: parts.sendMail !== undefined,
    address: caller.principal.name.replace(/^user:/, ''),
    muted: [...(await readMuted(database, caller))],
  });
  return {
    listWebhooks: async ({ tenant }) => ({
      json: (await listWebhooks(database, tenant.id)).map(webhookAnswer),
    }),
    createWebhook: async ({ caller, body }) => {
      const { secret, ...webhook } = await createWebhook(parts, caller(), body);
      return { json: { ...webhookAnswer(webhook), secret } };
    },
    changeWebhook: async ({ caller, params, body }) => ({
      json: webhookAnswer(await changeWebhook(parts, caller(), params.id, body)),
    }),
    removeWebhook: async ({ caller, params }) => {
      await removeWebhook(parts, caller(), params.id);
      return { json: { ok: true } };
    },
    testWebhook: async ({ tenant, params }) => {
      const webhook = await knownWebhook(database, tenant.id, params.id);
      return { json: deliveryAnswer(await sendTest(parts, tenant, webhook)) };
    },
    listDeliveries: async ({ tenant, params, query }) => {
      await knownWebhook(database, tenant.id, params.id);
      const { rows, nextCursor } = await listDeliveries(database, tenant.id, params.id, query);
      return { json: { items: rows.map(deliveryAnswer), next_cursor: nextCursor } };
    },
    getMailPreferences: async ({ caller }) => ({ json: await preferences(caller()) }),
    setMailPreferences: async ({ caller, body }) => {
      await setMuted(database, caller(), body.muted);
      return { json: await preferences(caller()) };
    },
  };
}

function webhookAnswer({ id, url, events, enabled, createdBy, createdAt }: Webhook): WebhookAnswer {
  return {
    id,
    url,
    events: [...events],
    enabled,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
  };
}

function deliveryAnswer(delivery: Delivery): DeliveryAnswer {
  return {
    id: delivery.id,
    event: delivery.event,
    created_at: delivery.createdAt.toISOString(),
    attempts: delivery.attempts,
    last_at: delivery.lastAt?.toISOString() ?? null,
    status: delivery.lastStatus,
    error: delivery.lastError,
    outcome: delivery.outcome ?? 'waiting',
  };
}
