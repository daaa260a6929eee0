/*
 * Usage events and reports of projects are partitioned by month; partitions are created before they are needed and
 * dropped as a whole. There is no default partition: a row without a partition is a fault, not something to sort later.
 */

import { sql } from 'kysely';
import { monthAfter } from '../../rules/usage/calendar.js';
import type { Database, Queries } from './database.js';

const partitioned = ['usage_events', 'usage_of_projects'] as const;

/** Costs one query where all months have their partitions. */
export async function makePartitions(database: Database, months: readonly string[]): Promise<void> {
  const present = await listMonths(database);
  const missing = months.filter((month) => !present.includes(month));
  if (missing.length === 0) return;
  await exclusivelyOnPartitions(database, async (transaction) => {
    for (const month of missing) {
      const [from, to] = [month, monthAfter(month)].map((one) => sql.lit(`${one}-01`));
      for (const table of partitioned) {
        await sql`
          create table if not exists ${partition(table, month)} partition of ${sql.table(table)}
          for values from (${from}) to (${to})
        `.execute(transaction);
      }
    }
  });
}

/** In ascending order. */
export async function listMonths(queries: Queries): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    select replace(right(inhrelid::regclass::text, 7), '_', '-') as month
    from pg_inherits
    where inhparent = 'usage_events'::regclass
    order by month
  `.execute(queries);
  return rows.map(({ month }) => month);
}

export async function dropMonth(database: Database, month: string): Promise<void> {
  await exclusivelyOnPartitions(database, async (transaction) => {
    for (const table of partitioned)
      await sql`drop table if exists ${partition(table, month)}`.execute(transaction);
  });
}

function partition(table: (typeof partitioned)[number], month: string) {
  return sql.table(`${table}_${month.replace('-', '_')}`);
}

/**
 * Creating or dropping a partition blocks all writers of events. One replica at a time does it, and fails soon where
 * another transaction has locked the tables.
 */
async function exclusivelyOnPartitions(
  database: Database,
  run: (transaction: Queries) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '5s'`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended('coppice usage partitions', 0))`.execute(
      transaction,
    );
    await run(transaction);
  });
}
