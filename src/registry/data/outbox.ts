/*
 * The outbox: work that follows a change is added in the transaction of the change, so that it is neither lost nor done
 * for a change that was not made. One replica at a time does the work of a topic, in the order in which it was added.
 * Work that fails is tried again after a growing pause; until then, later work on the same subject waits for it, and work
 * on others goes on. Work may be done twice (after a crash before it is marked as done), and is never lost.
 */

import { sql } from 'kysely';
import type { z } from 'zod';
import { dayMs } from '../../text/time.js';
import type { Registry } from '../registry.js';
import type { Work } from '../rules/outbox-work.js';
import { everyTenant, exclusively, type Queries } from './db/database.js';

export async function addWork(
  queries: Queries,
  tenantId: number,
  at: number,
  work: readonly Work[],
): Promise<void> {
  if (work.length === 0) return;
  const time = new Date(at);
  await queries
    .insertInto('outbox')
    .values(
      work.map(({ topic, ...payload }) => ({
        tenant_id: tenantId,
        topic,
        payload: JSON.stringify(payload),
        created_at: time,
        next_at: time,
      })),
    )
    .execute();
}

export interface Topic<T> {
  readonly name: Work['topic'];
  readonly schema: z.ZodType<T>;
  /** How long the work is left to other replicas first; by default not at all. */
  readonly leftToOthersMs?: number;
  /** Idempotent. */
  perform(registry: Registry, task: Task<T>): Promise<void>;
}

export interface Task<T> {
  readonly tenantId: number;
  readonly tenant: string;
  readonly payload: T;
  /** When it was added. */
  readonly at: Date;
}

export interface Round {
  readonly done: number;
  /** At most 1, since a failure ends the round: the next work would likely fail for the same reason. */
  readonly failed: number;
}

/** Undefined where another replica does the work. */
export async function doDueWork<T>(
  registry: Registry,
  topic: Topic<T>,
  isStopping: () => boolean = () => false,
): Promise<Round | undefined> {
  const { database, clock } = registry;
  const next = (queries: Queries): Promise<DueWork | undefined> =>
    nextDue(queries, topic.name, clock.now() - (topic.leftToOthersMs ?? 0));
  if ((await next(database)) === undefined) return { done: 0, failed: 0 };
  return exclusively(database, lockOf(topic.name), async (session) => {
    for (let done = 0; ; done += 1) {
      const due = isStopping() ? undefined : await next(session);
      if (due === undefined) return { done, failed: 0 };
      if (!(await attempt({ ...registry, database: session }, topic, due))) return { done, failed: 1 };
    }
  });
}

/** The lock of everything that writes where the topic writes. */
export function lockOf(topic: Work['topic']): string {
  return `outbox ${topic}`;
}

interface DueWork {
  readonly id: number;
  readonly tenantId: number;
  readonly tenant: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly at: Date;
}

async function nextDue(queries: Queries, topic: Work['topic'], now: number): Promise<DueWork | undefined> {
  const { rows } = await sql<DueWork>`
    select outbox.id, outbox.tenant_id as "tenantId", tenants.slug as tenant, outbox.payload, outbox.attempts,
      outbox.created_at as at
    from outbox join tenants on tenants.id = outbox.tenant_id
    where outbox.topic = ${topic} and outbox.done_at is null and outbox.next_at <= ${new Date(now)}
      and not exists (
        select from outbox as earlier
        where earlier.tenant_id = outbox.tenant_id and earlier.topic = outbox.topic and earlier.done_at is null
          and earlier.id < outbox.id
          and earlier.payload - ${notSubject}::text[] = outbox.payload - ${notSubject}::text[]
      )
    order by outbox.id
    limit 1`.execute(queries);
  return rows[0];
}

/** The other keys of a payload are its subject. */
const notSubject = ['action', 'version', 'digest', 'reason', 'delivery'];

async function attempt<T>(registry: Registry, topic: Topic<T>, due: DueWork): Promise<boolean> {
  const { database, clock, log } = registry;
  const attempts = due.attempts + 1;
  const outcome = await perform(registry, topic, due);
  const now = clock.now();
  if (outcome !== 'done') {
    const fields = { topic: topic.name, work: due.id, tenant: due.tenant, attempts, reason: outcome.reason };
    log.warn(fields, 'work in the outbox failed and will be tried again');
  }
  await database
    .updateTable('outbox')
    .set(
      outcome === 'done'
        ? { attempts, done_at: new Date(now), last_error: null }
        : { attempts, next_at: new Date(now + pauseMs(attempts)), last_error: outcome.reason },
    )
    .where('tenant_id', '=', due.tenantId)
    .where('id', '=', due.id)
    .execute();
  return outcome === 'done';
}

async function perform<T>(
  registry: Registry,
  topic: Topic<T>,
  { payload, ...due }: DueWork,
): Promise<'done' | { readonly reason: string }> {
  try {
    await topic.perform(registry, { ...due, payload: topic.schema.parse(payload) });
    return 'done';
  } catch (error) {
    // Any error is caught: work that fails must neither end the server nor block the rest.
    if (!(error instanceof Error)) throw error;
    return { reason: error.message.slice(0, maxReasonLength) };
  }
}

const maxReasonLength = 1_000;
const maxPauseMs = 30 * 60 * 1_000;

/** 2 s, 4 s, 8 s, ... half an hour. */
function pauseMs(attempts: number): number {
  return Math.min(maxPauseMs, 1_000 * 2 ** attempts);
}

const retentionMs = 7 * dayMs;

/** Deletes work that was done a week ago. Returns how many rows. */
export async function deleteDoneWork(
  { database, clock }: Pick<Registry, 'database' | 'clock'>,
  topic: Work['topic'],
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('outbox')
    .where('topic', '=', topic)
    .where('done_at', '<', new Date(clock.now() - retentionMs))
    .modifyEnd(everyTenant('work of all tenants expires'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
