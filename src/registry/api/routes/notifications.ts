/*
 * Webhooks of a tenant with the log of their deliveries, and what a member gets mail about.
 */

import { z } from 'zod';
import { timeSchema } from '../names.js';
import { eventSet, notificationEvent } from '../notifications.js';
import { pageOf, pageQuery, routeTable } from '../route.js';

const webhookAnswer = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(notificationEvent),
  enabled: z.boolean(),
  created_by: z.string(),
  created_at: timeSchema,
});
export type WebhookAnswer = z.infer<typeof webhookAnswer>;

const deliveryAnswer = z.object({
  id: z.string(),
  /** One of the events, or `test`. */
  event: z.string(),
  created_at: timeSchema,
  attempts: z.number().int(),
  last_at: timeSchema.nullable(),
  /** Of the last attempt: the status of the answer, or why there was none. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** `waiting` is tried again; `failed` is given up after a day. */
  outcome: z.enum(['waiting', 'delivered', 'failed']),
});
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>;

const preferencesAnswer = z.object({
  /** Whether the registry sends mail at all. */
  mail: z.boolean(),
  address: z.string(),
  /** What the member wants no mail about. */
  muted: z.array(notificationEvent),
});
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;

const urlSchema = z
  .url({ protocol: /^https?$/, error: 'the address of a webhook begins with https://' })
  .max(2_000)
  .describe('Where events are sent: an https address; redirects are not followed');
const secretSchema = z
  .string()
  .describe(
    'What the receiver verifies the signature with: `whsec_` and base64. Only this response contains it',
  );

const idParams = z.object({ id: z.uuid() });
const admin = { access: 'tenant:admin', limit: 'write', cache: 'never' } as const;
const done = z.object({ ok: z.literal(true) });

export const notificationRoutes = routeTable({
  listWebhooks: {
    ...admin,
    method: 'GET',
    limit: 'read',
    path: '/v1/tenant/webhooks',
    summary: 'The webhooks of the tenant',
    answer: z.array(webhookAnswer),
  },
  createWebhook: {
    ...admin,
    method: 'POST',
    path: '/v1/tenant/webhooks',
    summary: 'Send events to an address, signed as in Standard Webhooks',
    body: z.strictObject({ url: urlSchema, events: eventSet.min(1) }),
    answer: webhookAnswer.extend({ secret: secretSchema }),
    status: 201,
    refusals: [409],
  },
  changeWebhook: {
    ...admin,
    method: 'PATCH',
    path: '/v1/tenant/webhooks/{id}',
    summary: 'Change the events of a webhook, or switch it on or off; deliveries that wait are kept',
    params: idParams,
    body: z.strictObject({ events: eventSet.min(1), enabled: z.boolean() }).partial(),
    answer: webhookAnswer,
    refusals: [404],
  },
  removeWebhook: {
    ...admin,
    method: 'DELETE',
    path: '/v1/tenant/webhooks/{id}',
    summary: 'Remove a webhook with the log of its deliveries',
    params: idParams,
    answer: done,
    refusals: [404],
  },
  testWebhook: {
    ...admin,
    method: 'POST',
    path: '/v1/tenant/webhooks/{id}/test',
    summary: 'Send an event `test` at once, and say what came back',
    params: idParams,
    answer: deliveryAnswer,
    refusals: [404],
  },
  listDeliveries: {
    ...admin,
    method: 'GET',
    limit: 'read',
    path: '/v1/tenant/webhooks/{id}/deliveries',
    summary: 'What was sent to a webhook in the last 30 days, newest first',
    params: idParams,
    query: z.object(pageQuery),
    answer: pageOf(deliveryAnswer),
    refusals: [404],
  },
  getMailPreferences: {
    method: 'GET',
    path: '/v1/profile/mail',
    summary: 'What the caller gets mail about',
    access: 'session',
    limit: 'read',
    cache: 'never',
    answer: preferencesAnswer,
    refusals: [409],
  },
  setMailPreferences: {
    method: 'PUT',
    path: '/v1/profile/mail',
    summary: 'Choose what the caller gets no mail about',
    access: 'session',
    limit: 'write',
    body: z.strictObject({ muted: eventSet }),
    cache: 'never',
    answer: preferencesAnswer,
    refusals: [409],
  },
});
