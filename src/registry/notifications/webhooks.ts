/*
 * The webhooks of a tenant: addresses that its admins chose, and which events go there.
 */

import { randomUUID } from 'node:crypto';
import { CoppiceError } from '../../text/errors.js';
import type { NotificationEvent } from '../api/notifications.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { Caller } from '../rules/access/principal.js';
import { openSecret, sealSecret } from '../sign-in/sealed-secret.js';
import type { NotificationParts } from './notification-parts.js';
import { newWebhookSecret } from './sign-webhook.js';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly NotificationEvent[];
  readonly enabled: boolean;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Oldest first. */
export function listWebhooks(queries: Queries, tenantId: number): Promise<readonly Webhook[]> {
  return selectWebhooks(queries, tenantId).orderBy('created_at').orderBy('id').execute();
}

export async function knownWebhook(queries: Queries, tenantId: number, id: string): Promise<Webhook> {
  const webhook = await selectWebhooks(queries, tenantId).where('id', '=', id).executeTakeFirst();
  if (webhook) return webhook;
  throw new CoppiceError('not-found', `there is no webhook ${id}`);
}

const maxWebhooks = 20;

/** With its secret, which is never shown again. */
export async function createWebhook(
  { registry, secretKeys }: NotificationParts,
  caller: Caller,
  { url, events }: Pick<Webhook, 'url' | 'events'>,
): Promise<Webhook & { readonly secret: string }> {
  const tenantId = caller.tenant.id;
  const now = registry.clock.now();
  const id = randomUUID();
  const secret = newWebhookSecret();
  const sealed = sealSecret(secretKeys, secretContext(tenantId, { id, url }), secret);
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const existing = await selectWebhooks(transaction, tenantId).execute();
    if (existing.length >= maxWebhooks)
      throw new CoppiceError('conflict', `the tenant has ${maxWebhooks} webhooks already`);
    await transaction
      .insertInto('webhooks')
      .values({
        id,
        tenant_id: tenantId,
        url,
        secret: sealed,
        events,
        created_by: caller.principal.name,
        created_at: new Date(now),
      })
      .execute();
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'webhook.create',
      target: `webhook/${id}`,
      details: { url, events },
    });
  });
  return { ...(await knownWebhook(registry.database, tenantId, id)), secret };
}

export async function changeWebhook(
  { registry }: NotificationParts,
  caller: Caller,
  id: string,
  {
    events,
    enabled,
  }: { readonly events?: readonly NotificationEvent[] | undefined; readonly enabled?: boolean | undefined },
): Promise<Webhook> {
  const tenantId = caller.tenant.id;
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const before = await knownWebhook(transaction, tenantId, id);
    const after = { events: events ?? before.events, enabled: enabled ?? before.enabled };
    await transaction
      .updateTable('webhooks')
      .set(after)
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
      action: 'webhook.change',
      target: `webhook/${id}`,
      details: after,
    });
    return { ...before, ...after };
  });
}

export async function removeWebhook(
  { registry }: NotificationParts,
  caller: Caller,
  id: string,
): Promise<void> {
  const tenantId = caller.tenant.id;
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const { url } = await knownWebhook(transaction, tenantId, id);
    await transaction.deleteFrom('webhooks').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
      action: 'webhook.remove',
      target: `webhook/${id}`,
      details: { url },
    });
  });
}

/** Throws `unavailable` where it cannot be decrypted. */
export async function webhookSecret(
  { registry, secretKeys }: NotificationParts,
  tenantId: number,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
): Promise<string> {
  const { secret } = await registry.database
    .selectFrom('webhooks')
    .select('secret')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return openSecret(secretKeys, secretContext(tenantId, { id, url }), secret);
}

/** The secret of one address is never used for another. */
function secretContext(tenantId: number, { id, url }: Pick<Webhook, 'id' | 'url'>): string {
  return JSON.stringify(['webhook', tenantId, id, url]);
}

function selectWebhooks(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'enabled', 'created_by as createdBy', 'created_at as createdAt'])
    .where('tenant_id', '=', tenantId);
}
