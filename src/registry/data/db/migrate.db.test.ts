import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { childProgram } from '../../child-process.fixture.js';
import type { Database } from './database.js';
import { type Migration, migrate, migrations } from './migrate.js';
import { openPool } from './pool.js';
import { createDatabase } from './test-database.fixture.js';

const made: { drop(): Promise<void> }[] = [];
afterAll(() => Promise.all(made.map((database) => database.drop())));

async function emptyDatabase(): Promise<{ readonly url: string }> {
  const database = await createDatabase();
  made.push(database);
  return database;
}

const make: Migration = { number: 1, name: 'make', text: 'create table things (id int)' };
const fill: Migration = { number: 2, name: 'fill', text: 'insert into things values (1), (2)' };
const fail: Migration = { number: 3, name: 'fail', text: 'delete from things; select 1 / 0' };

async function things(url: string): Promise<number> {
  const { database, close } = openPool(url, { log: silentLog });
  const { rows } = await sql<{ count: number }>`select count(*) from things`.execute(database);
  await close();
  return rows[0]?.count ?? Number.NaN;
}

test('the list is the folder, in ascending order', () => {
  const folder = fileURLToPath(new URL('migrations/', import.meta.url));
  const listed = migrations.map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}.sql`);
  expect(listed).toEqual(readdirSync(folder).sort());
  const numbers = migrations.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  for (const [index, file] of listed.entries()) {
    expect(migrations[index]?.text).toBe(readFileSync(folder + file, 'utf8'));
  }
});

test('an empty database gets all migrations, and the second run finds nothing to do', async () => {
  const database = await emptyDatabase();
  expect(await migrate(database, silentLog)).toHaveLength(migrations.length);
  expect(await migrate(database, silentLog)).toEqual([]);
});

test('only missing migrations run', async () => {
  const database = await emptyDatabase();
  expect(await migrate(database, silentLog, [make])).toEqual(['0001-make']);
  expect(await migrate(database, silentLog, [make, fill])).toEqual(['0002-fill']);
  expect(await things(database.url)).toBe(2);
});

test('when replicas start together, one of them runs each migration', async () => {
  const database = await emptyDatabase();
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database, silentLog, [make, fill])));
  expect(runs.flat().sort()).toEqual(['0001-make', '0002-fill']);
  expect(await things(database.url)).toBe(2);
});

test('a migration that fails leaves nothing, and those before it stay', async () => {
  const database = await emptyDatabase();
  await expect(migrate(database, silentLog, [make, fill, fail])).rejects.toMatchObject({ code: '22012' });
  expect(await things(database.url)).toBe(2);
  expect(await migrate(database, silentLog, [make, fill])).toEqual([]);
});

test('a database that is newer than the program is refused', async () => {
  const database = await emptyDatabase();
  await migrate(database, silentLog, [make, fill]);
  await expect(migrate(database, silentLog, [make])).rejects.toMatchObject({ code: 'newer-format' });
});

test('a migration that differs from the one that ran is refused', async () => {
  const database = await emptyDatabase();
  await migrate(database, silentLog, [make]);
  const changed = { ...make, text: `${make.text} -- changed` };
  await expect(migrate(database, silentLog, [changed, fill])).rejects.toMatchObject({ code: 'conflict' });
  expect(await things(database.url)).toBe(0);
});

test('a migration whose process is killed leaves nothing, and the next run completes it', async () => {
  const database = await emptyDatabase();
  const gate = openPool(database.url, { log: silentLog, maxConnections: 2 });
  const slow: Migration = { ...fill, text: `${fill.text}; select pg_advisory_xact_lock(1); ${fill.text}` };
  const program = childProgram(new URL('migrate.child.ts', import.meta.url));
  await gate.database.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(holder);
    const child = program.start(database.url, JSON.stringify([make, slow]));
    await vi.waitFor(async () => expect(await waiting(gate.database)).toBe(1), { timeout: 60_000 });
    await child.kill();
    expect(await things(database.url)).toBe(0);
  });
  expect(await migrate(database, silentLog, [make, slow])).toEqual(['0002-fill']);
  expect(await things(database.url)).toBe(4);
  await program.close();
  await gate.close();
});

async function waiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_locks
    where locktype = 'advisory' and objid = 1 and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
  return rows[0]?.count ?? 0;
}
