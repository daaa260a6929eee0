/*
 * Follows the audit logs: for every entry that is notified of, it adds a delivery for each webhook and a mail for each
 * member whom it concerns, in the transaction that remembers how far it came. So each is sent for every change that was
 * made, and for no other.
 */

import { sql } from 'kysely';
import { type Database, everyTenant, exclusively, type Queries } from '../data/db/database.js';
import { addWork } from '../data/outbox.js';
import type { Registry } from '../registry.js';
import { mailOf } from '../rules/notifications/mail-text.js';
import {
  type ChainedEntry,
  itemIn,
  type Notification,
  notificationOf,
  scanChanged,
} from '../rules/notifications/notification.js';
import type { Work } from '../rules/outbox-work.js';
import { addDelivery, forgetDeliveries } from './deliveries.js';
import type { NotificationParts } from './notification-parts.js';
import { recipientsOf } from './recipients.js';
import { listWebhooks, type Webhook } from './webhooks.js';

/** Entries of one transaction. */
const batch = 200;

/** One replica does it at a time. */
export async function followAudit(
  { sendMail, origin }: Pick<NotificationParts, 'sendMail' | 'origin'>,
  { database, clock }: Pick<Registry, 'database' | 'clock'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  if ((await grownTenants(database)).length === 0) return;
  await exclusively(database, 'follow audit', async (session) => {
    for (const tenant of await grownTenants(session)) {
      let isMore = true;
      while (isMore && !isStopping())
        isMore = await session
          .transaction()
          .execute((transaction) =>
            followPart(transaction, tenant, { now: clock.now(), hasMail: sendMail !== undefined, origin }),
          );
    }
  });
}

interface GrownTenant {
  readonly id: number;
  readonly slug: string;
}

async function grownTenants(database: Database): Promise<readonly GrownTenant[]> {
  const { rows } = await sql<GrownTenant>`
    select tenants.id, tenants.slug from audit_heads as head
      join tenants on tenants.id = head.tenant_id
      left join notified_audit as notified on notified.tenant_id = head.tenant_id
    where head.number > coalesce(notified.number, 0)
    order by tenants.id ${everyTenant('all logs are followed')}`.execute(database);
  return rows;
}

interface Following {
  readonly now: number;
  readonly hasMail: boolean;
  readonly origin: string | undefined;
}

/** Whether there may be more. */
async function followPart(
  transaction: Queries,
  tenant: GrownTenant,
  { now, hasMail, origin }: Following,
): Promise<boolean> {
  const entries = await nextEntries(transaction, tenant.id);
  const last = entries.at(-1);
  if (last === undefined) return false;
  const webhooks = (await listWebhooks(transaction, tenant.id)).filter(({ enabled }) => enabled);
  const work: Work[] = [];
  for (const notification of await notificationsOf(transaction, tenant.id, entries)) {
    for (const webhook of webhooks)
      if (webhook.events.includes(notification.event) && notification.at >= webhook.createdAt.toISOString())
        work.push(await webhookWorkOf(transaction, tenant, webhook, notification, now));
    if (!hasMail) continue;
    const mail = mailOf(notification, { tenant: tenant.slug, origin });
    for (const to of await recipientsOf(transaction, tenant.id, notification))
      work.push({ topic: 'mail', to, ...mail });
  }
  await addWork(transaction, tenant.id, now, work);
  if (work.length > 0) await forgetDeliveries(transaction, tenant.id, now);
  await transaction
    .insertInto('notified_audit')
    .values({ tenant_id: tenant.id, number: last.number })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ number: last.number }))
    .execute();
  return entries.length === batch;
}

async function nextEntries(queries: Queries, tenantId: number): Promise<readonly ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select chain.number, audit.at, audit.actor, audit.action, audit.target, audit.details
    from audit_chain as chain join audit on audit.tenant_id = chain.tenant_id and audit.id = chain.audit_id
    where chain.tenant_id = ${tenantId}
      and chain.number > coalesce((select number from notified_audit where tenant_id = ${tenantId}), 0)
    order by chain.number limit ${batch}`.execute(queries);
  return rows;
}

async function notificationsOf(
  queries: Queries,
  tenantId: number,
  entries: readonly ChainedEntry[],
): Promise<readonly Notification[]> {
  const found: Notification[] = [];
  for (const entry of entries) {
    const notification = notificationOf(entry);
    if (notification === undefined) continue;
    found.push(notification);
    if (notification.event !== 'version.published') continue;
    const verdicts = await verdictsOf(queries, tenantId, notification.target);
    if (verdicts !== undefined && verdicts.from !== verdicts.to)
      found.push(scanChanged(notification, verdicts));
  }
  return found;
}

/** What the scanner said of the version and of the one that was published before it; undefined for the first. */
async function verdictsOf(
  queries: Queries,
  tenantId: number,
  target: string,
): Promise<{ readonly from: string; readonly to: string } | undefined> {
  const item = itemIn(target);
  if (item?.version === undefined) return undefined;
  const { rows } = await sql<{ verdict: string }>`
    select before.scan_verdict as verdict
    from items
      join versions as published on published.tenant_id = items.tenant_id and published.item_id = items.id
        and published.version = ${item.version}
      join versions as before on before.tenant_id = items.tenant_id and before.item_id = items.id
        and before.id <= published.id
    where items.tenant_id = ${tenantId} and items.kind = ${item.kind} and items.slug = ${item.slug}
    order by before.id desc limit 2`.execute(queries);
  const [to, from] = rows;
  return to && from && { from: from.verdict, to: to.verdict };
}

async function webhookWorkOf(
  transaction: Queries,
  tenant: GrownTenant,
  webhook: Webhook,
  { event, ...data }: Notification,
  now: number,
): Promise<Work> {
  const delivery = await addDelivery(transaction, {
    tenantId: tenant.id,
    webhookId: webhook.id,
    event,
    at: now,
    body: (id) => ({ id, event, tenant: tenant.slug, at: data.at, data }),
  });
  return { topic: 'webhook', webhook: webhook.id, delivery };
}
