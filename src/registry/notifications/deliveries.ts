/*
 * What was sent to webhooks, or will be: the log that an admin reads when something did not arrive.
 */

import { randomUUID } from 'node:crypto';
import { dayMs } from '../../text/time.js';
import type { Queries } from '../data/db/database.js';
import { decodeCursor, encodeCursor, isCursorTime, notACursor } from '../rules/cursor.js';

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly outcome: 'delivered' | 'failed' | null;
}

export interface NewDelivery {
  readonly tenantId: number;
  readonly webhookId: string;
  readonly event: string;
  readonly at: number;
  /** Makes the body, which contains the id. */
  readonly body: (id: string) => object;
}

/** Returns its id. */
export async function addDelivery(
  queries: Queries,
  { tenantId, webhookId, event, at, body }: NewDelivery,
): Promise<string> {
  const id = randomUUID();
  await queries
    .insertInto('webhook_deliveries')
    .values({
      id,
      tenant_id: tenantId,
      webhook_id: webhookId,
      event,
      body: JSON.stringify(body(id)),
      created_at: new Date(at),
    })
    .execute();
  return id;
}

const retentionMs = 30 * dayMs;

export async function forgetDeliveries(queries: Queries, tenantId: number, now: number): Promise<void> {
  await queries
    .deleteFrom('webhook_deliveries')
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<', new Date(now - retentionMs))
    .execute();
}

export async function readDelivery(
  queries: Queries,
  tenantId: number,
  id: string,
): Promise<(Delivery & { readonly body: string; readonly webhookId: string }) | undefined> {
  return selectDeliveries(queries, tenantId)
    .select(['body', 'webhook_id as webhookId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

interface DeliveryPage {
  readonly rows: readonly Delivery[];
  readonly nextCursor: string | null;
}

/** Newest first. */
export async function listDeliveries(
  queries: Queries,
  tenantId: number,
  webhookId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<DeliveryPage> {
  const about = ['deliveries', webhookId];
  let query = selectDeliveries(queries, tenantId)
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [at, id] = decodeCursor(cursor, about);
    if (!isCursorTime(at) || typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) throw notACursor();
    query = query.where(({ eb, or, and }) =>
      or([
        eb('created_at', '<', new Date(at)),
        and([eb('created_at', '=', new Date(at)), eb('id', '>', id)]),
      ]),
    );
  }
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? encodeCursor([last.createdAt.getTime(), last.id], about) : null };
}

function selectDeliveries(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'created_at as createdAt', 'attempts', 'last_at as lastAt', 'outcome'])
    .select(['last_status as lastStatus', 'last_error as lastError'])
    .where('tenant_id', '=', tenantId);
}
