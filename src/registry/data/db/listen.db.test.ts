import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { changesContract } from './changes.contract.js';
import type { Changed } from './changes.js';
import { change } from './database.js';
import { type ListeningChanges, listenForChanges } from './listen.js';
import { administer, type TestDatabase, testDatabase } from './test-database.fixture.js';

let opened: TestDatabase;
let one: ListeningChanges;
let other: ListeningChanges;

beforeAll(async () => {
  opened = await testDatabase();
  one = await listenForChanges({ url: opened.url, log: silentLog, firstPauseMs: 5 });
  other = await listenForChanges({ url: opened.url, log: silentLog, firstPauseMs: 5 });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await opened.close();
});

changesContract('of one process', () => opened.changes);
changesContract('of replicas', () => one);

/** Waits for as long as the machine needs. */
const eventually = (run: () => void) => vi.waitFor(run, { timeout: 30_000, interval: 5 });

const catalog: Changed = { tenantId: 7, part: 'catalog' };

/** A change by the first replica. */
const changeByOne = (run = async () => undefined) =>
  change({ database: opened.database, changes: one }, catalog, run);

test('a replica receives a change by another one, and the one that made it knows it at once', async () => {
  const before = { one: one.revision(catalog), other: other.revision(catalog) };
  await changeByOne();
  expect(one.revision(catalog)).toBeGreaterThan(before.one ?? Number.NaN);
  await eventually(() => expect(other.revision(catalog)).toBeGreaterThan(before.other ?? Number.NaN));
});

test('a change that is rolled back is not announced', async () => {
  const before = other.revision(catalog);
  const failing = changeByOne(async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  // Announcements arrive in order, so nothing is pending once a later one has arrived.
  const access: Changed = { tenantId: 7, part: 'access' };
  const marked = other.revision(access);
  await change({ database: opened.database, changes: one }, access, async () => undefined);
  await eventually(() => expect(other.revision(access)).toBeGreaterThan(marked ?? Number.NaN));
  expect(other.revision(catalog)).toBe(before);
});

test('an unknown announcement advances everything', async () => {
  const before = other.revision({ tenantId: 99, part: 'access' }) ?? Number.NaN;
  await sql`select pg_notify('coppice_changes', '7:something-new')`.execute(opened.database);
  await eventually(() => expect(other.revision({ tenantId: 99, part: 'access' })).toBeGreaterThan(before));
});

test('without its connection there is no revision, and when it is back everything has advanced', async () => {
  // Nothing changes it in this test, but other replicas could have.
  const untouched: Changed = { tenantId: 8, part: 'access' };
  const before = one.revision(untouched) ?? Number.NaN;
  await allowConnections(false);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'coppice changes' and datname = current_database()`.execute(opened.database);
  await eventually(() =>
    expect([one.revision(catalog), other.revision(catalog)]).toEqual([undefined, undefined]),
  );
  // Nothing can be cached, so nothing can become stale.
  await changeByOne();
  expect(one.revision(catalog)).toBeUndefined();

  await allowConnections(true);
  await eventually(() => expect(one.revision(untouched)).toBeGreaterThan(before));
  await eventually(() => expect(other.revision(catalog)).toBeDefined());
  const healed = other.revision(catalog) ?? Number.NaN;
  await changeByOne();
  await eventually(() => expect(other.revision(catalog)).toBeGreaterThan(healed));
});

test('a connection that no longer answers is closed', async () => {
  const patient = await listenForChanges({ url: opened.url, log: silentLog, heartbeatMs: 200 });
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = 'coppice changes' and datname = current_database()`.execute(opened.database);
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  try {
    await eventually(() => expect(patient.revision(catalog)).toBeUndefined());
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  }
  await eventually(() => expect(patient.revision(catalog)).toBeDefined());
  await patient.close();
});

test('without a server there is no revision, and it can be closed', async () => {
  const url = new URL(opened.url);
  url.pathname = '/missing';
  const deaf = await listenForChanges({ url: url.href, log: silentLog });
  expect(deaf.revision(catalog)).toBeUndefined();
  await deaf.close();
});

async function allowConnections(allowed: boolean): Promise<void> {
  await administer(`alter database ${new URL(opened.url).pathname.slice(1)} allow_connections ${allowed}`);
}
