/*
 * What usage costs the registry: counting it, against the database's own insert of the same events; reading it, whatever
 * the number of events; and looking for what fell out of use.
 */

import { sql } from 'kysely';
import { announceOnly } from '../src/registry/data/db/changes.js';
import type { Database } from '../src/registry/data/db/database.js';
import { makePartitions } from '../src/registry/data/db/partitions.js';
import type { UsageRecord } from '../src/registry/rules/usage/usage-records.js';
import { sweepDecay } from '../src/registry/server/jobs/decay-sweep.js';
import { batchedUsageQueue } from '../src/registry/usage/batched-queue.js';
import { readTimeline, readTop } from '../src/registry/usage/read-sums.js';
import { fixedClock } from '../src/system/clock.js';
import { silentLog } from '../src/system/log.js';
import { dayMs } from '../src/text/time.js';
import type { Bench, Figures } from './bench.js';
import { addTenant, elapsed, shortestOf, unhurried, withRegistryDatabase } from './registry-database.js';

const now = Date.UTC(2026, 0, 31, 12);

const manyEvents = 10_000_000;
const fewEvents = 10_000;
const sweptItems = 100_000;

export const benches: readonly Bench[] = [
  {
    name: 'registry usage, 10,000 events at once',
    limit: { ratio: 2 },
    run: () => withRegistryDatabase(ingest),
  },
  {
    name: 'registry timeline and top of 10,000,000 events',
    limit: { ratio: 1.5 },
    run: () => withRegistryDatabase(readSums),
  },
  {
    name: 'registry sweep of 100,000 items',
    limit: { ratio: 1 },
    run: () => withRegistryDatabase(sweep),
  },
];

async function ingest(database: Database): Promise<Figures> {
  const items = 1_000;
  const tenantId = await addTenant(database, { slug: 'acme', items, at: new Date(now) });
  const firstId = await firstItem(database, tenantId);
  const records = Array.from({ length: 10_000 }, (_, index): UsageRecord => {
    const itemId = firstId + (index % items);
    const event = index % 3 === 0 ? 'download' : 'view';
    return {
      tenantId,
      itemId,
      versionId: 1,
      event,
      count: 1,
      userId: 1,
      tokenId: null,
      projectHash: null,
      at: now,
    };
  });
  const queue = batchedUsageQueue({
    database,
    changes: announceOnly,
    clock: fixedClock(now),
    log: silentLog,
    // Only when it is asked to.
    schedule: () => () => undefined,
  });
  await makePartitions(database, ['2026-01']);
  const ours = async () => {
    for (const record of records) queue.record(record);
    await queue.flush();
  };
  const best = await shortestOf(20, ours, () => insertEvents(database, records));
  await queue.close();
  if (queue.dropped > 0) throw new Error(`${queue.dropped} events were given up`);
  const details = { 'events per second': Math.round((records.length * 1_000) / best.ours) };
  return { ...best, unit: 'ms', peerName: 'a bare insert of the same events', details };
}

async function insertEvents(database: Database, records: readonly UsageRecord[]): Promise<void> {
  await sql`
    insert into usage_events (tenant_id, item_id, version_id, event, count, user_id, ts)
    select * from unnest(
      ${records.map(({ tenantId }) => tenantId)}::bigint[], ${records.map(({ itemId }) => itemId)}::bigint[],
      ${records.map(({ versionId }) => versionId)}::bigint[], ${records.map(({ event }) => event)}::text[],
      ${records.map(({ count }) => count)}::int[], ${records.map(({ userId }) => userId)}::bigint[],
      ${records.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
    )
  `.execute(database);
}

async function readSums(database: Database): Promise<Figures> {
  await makePartitions(database, ['2026-01']);
  const many = await tenantWithEvents(database, 'many', manyEvents);
  const few = await tenantWithEvents(database, 'few', fewEvents);
  await sql`analyze`.execute(database);
  const read = (tenantId: number) => async () => {
    for (let time = 0; time < 20; time += 1) {
      await readTimeline(database, tenantId, { days: 30 }, now);
      await readTop(database, tenantId, { days: 30, limit: 10 }, now);
    }
  };
  const best = await shortestOf(15, read(many), read(few));
  return { ours: best.ours / 20, peer: best.peer / 20, unit: 'ms', peerName: 'the same of 10,000 events' };
}

/** Spread over 100 items and the 30 days before, and summed up as the queue would have. */
async function tenantWithEvents(database: Database, slug: string, events: number): Promise<number> {
  const items = 100;
  const tenantId = await addTenant(database, { slug, items, at: new Date(now) });
  const firstId = await firstItem(database, tenantId);
  await unhurried(database, async (session) => {
    await sql`
      insert into usage_events (tenant_id, item_id, event, ts)
      select ${tenantId}, ${firstId} + n % ${items}, (array['download', 'view', 'use'])[1 + n % 3],
        ${new Date(now)}::timestamptz - (n / ${items} % 30) * interval '1 day'
      from generate_series(1, ${events}::bigint) as n
    `.execute(session);
    await sql`
      insert into usage_by_item (tenant_id, day, item_id, downloads, views, uses)
      select tenant_id, ts::date, item_id, count(*) filter (where event = 'download'),
        count(*) filter (where event = 'view'), count(*) filter (where event = 'use')
      from usage_events where tenant_id = ${tenantId} group by tenant_id, ts::date, item_id
    `.execute(session);
    await sql`
      insert into usage_by_day (tenant_id, day, downloads, views, uses, unique_items)
      select tenant_id, day, sum(downloads), sum(views), sum(uses), count(*)
      from usage_by_item where tenant_id = ${tenantId} group by tenant_id, day
    `.execute(session);
  });
  return tenantId;
}

/** A tenth fell out of use since the last sweep; then all the others do at once, which no sweep finds in practice. */
async function sweep(database: Database): Promise<Figures> {
  const at = new Date(now - 200 * dayMs);
  await addTenant(database, { slug: 'acme', items: sweptItems, at });
  await setUses(database, 5);
  const registry = { database, changes: announceOnly, clock: fixedClock(now), log: silentLog };
  const flagging = (expected: number) =>
    elapsed(async () => {
      const { flagged } = await sweepDecay(registry);
      if (flagged !== expected) throw new Error(`${flagged} flagged instead of ${expected}`);
    });
  const ours = await flagging(sweptItems / 10);
  const again = await flagging(0);
  await setUses(database, 0);
  const others = await flagging(sweptItems * 0.9);
  return {
    ours,
    peer: 5_000,
    unit: 'ms',
    peerName: 'the limit',
    details: {
      'that finds nothing, ms': Math.round(again),
      'that finds all the others, ms': Math.round(others),
    },
  };
}

/** Of nine in ten. */
async function setUses(database: Database, count: number): Promise<void> {
  await unhurried(database, async (session) => {
    await sql`update items set use_count = ${count} where id % 10 <> 0`.execute(session);
    await sql`vacuum analyze items`.execute(session);
  });
}

async function firstItem(database: Database, tenantId: number): Promise<number> {
  const { id } = await database
    .selectFrom('items')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return id;
}
