import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { everyTenant } from './database.js';
import { type DatabasePool, openPool, type PoolOptions } from './pool.js';

let registry: TestRegistry;
const pools: DatabasePool[] = [];

beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await registry.close();
});

function pool(options: Partial<PoolOptions> = {}, url = registry.url): DatabasePool {
  const opened = openPool(url, { log: silentLog, ...options });
  pools.push(opened);
  return opened;
}

const select = ({ database }: DatabasePool) => sql`select 1 as one`.execute(database);

test('bigints are numbers, days are texts in UTC, times are Dates', async () => {
  const { rows } = await sql`select 9007199254740991::int8 as big, array[1, null]::int8[] as bigs,
    '{}'::int8[] as none, date '2026-01-31' as day, array[date '2026-01-31'] as days,
    timestamptz '2026-01-31T23:30:00Z' as time, (timestamptz '2026-01-31T23:30:00Z')::date as day_of_time,
    array['a,b', null] as texts, count(*) as count`.execute(registry.database);
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      bigs: [1, null],
      none: [],
      day: '2026-01-31',
      days: ['2026-01-31'],
      time: new Date('2026-01-31T23:30:00Z'),
      day_of_time: '2026-01-31',
      texts: ['a,b', null],
      count: 1,
    },
  ]);
});

test('letters beyond ASCII are letters', async () => {
  const { rows } =
    await sql`select plain_text('ÉЖ') as plain, similarity('привет', 'ПРИВЕТ') as similarity`.execute(
      registry.database,
    );
  expect(rows).toEqual([{ plain: 'eж', similarity: 1 }]);
});

test('a connection that breaks while it is idle is logged and replaced', async () => {
  const warn = vi.fn();
  const mine = pool({ log: { ...silentLog, warn }, applicationName: 'to be ended' });
  await select(mine);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be ended'`.execute(
    registry.database,
  );
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 30_000 });
  expect((await select(mine)).rows).toEqual([{ one: 1 }]);
});

test('a connection that breaks in a transaction gives unavailable, and is replaced', async () => {
  const mine = pool();
  const broken = mine.database.transaction().execute(async (transaction) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  expect((await select(mine)).rows).toEqual([{ one: 1 }]);
});

test('a statement that takes too long is unavailable', async () => {
  const hurried = pool({ statementTimeoutMs: 1 });
  await expect(sql`select pg_sleep(60)`.execute(hurried.database)).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('waiting too long for a connection is unavailable', async () => {
  const narrow = pool({ maxConnections: 1, connectTimeoutMs: 200 });
  await narrow.database.connection().execute(async () => {
    await expect(select(narrow)).rejects.toMatchObject({ code: 'unavailable' });
    expect(narrow.counts()).toMatchObject({ open: 1, idle: 0 });
  });
});

test('a server that does not exist is unavailable', async () => {
  const nowhere = pool({}, 'postgres://coppice@localhost/postgres?host=/nowhere');
  await expect(select(nowhere)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a violated constraint is left to the query', async () => {
  await registry.tenant('taken');
  await expect(registry.tenant('taken')).rejects.toMatchObject({ code: '23505' });
});

test('tests refuse a query that does not name its tenant, unless it says why', async () => {
  const items = registry.database.selectFrom('items').select('slug');
  await expect(items.execute()).rejects.toThrow(/does not name tenant_id/);
  expect(await items.where('tenant_id', '=', 1).execute()).toEqual([]);
  expect(await items.modifyEnd(everyTenant('a test reads them')).execute()).toEqual([]);
  expect(await registry.unguarded.selectFrom('items').select('slug').execute()).toEqual([]);
});
