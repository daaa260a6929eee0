import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { childProgram } from '../../child-process.fixture.js';
import { openPool } from '../db/pool.js';
import type { Binaries } from './binaries.js';
import { embeddedOptions, openFolder, quickSettings, testBinaries } from './embedded.fixture.js';
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.js';

const folder = openFolder();
const data = join(folder.path, 'data');
const program = childProgram(new URL('start-embedded.child.ts', import.meta.url));
const started = new Set<EmbeddedDatabase>();
let binaries: Binaries;

beforeAll(async () => {
  binaries = await testBinaries(folder.path);
});
afterEach(async () => {
  await Promise.all([...started].map(stop));
});
afterAll(async () => {
  await program.close();
  folder.remove();
});

const patiently = { timeout: 30_000 };

async function start(dataFolder = data): Promise<EmbeddedDatabase> {
  const settings = dataFolder === data ? {} : quickSettings;
  const database = await startEmbedded({ ...embeddedOptions(dataFolder, binaries), settings });
  started.add(database);
  return database;
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  started.delete(database);
  await database.stop();
}

/** A server removes this file as the last thing it does. */
const isRunning = (): boolean => existsSync(join(data, 'postmaster.pid'));

async function ask<T>({ url }: EmbeddedDatabase, text: string): Promise<readonly T[]> {
  const pool = openPool(url, { log: silentLog });
  const { rows } = await sql.raw<T>(text).execute(pool.database);
  await pool.close();
  return rows;
}

const kept = (database: EmbeddedDatabase) => ask(database, 'select word from kept');

test('two processes that start at once share one server, and the last one to leave stops it', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  expect(other.pid).toBe(one.pid);
  await ask(one, `create table kept as select 'word' as word`);
  await stop(one);
  expect(isRunning()).toBe(true);
  expect(await kept(other)).toEqual([{ word: 'word' }]);
  await stop(other);
  expect(isRunning()).toBe(false);
});

test('what was written is there after a stop and a start', async () => {
  expect(await kept(await start())).toEqual([{ word: 'word' }]);
});

test('it is durable, reads UTF-8, and lets nobody else in', async () => {
  const database = await start();
  const [settings] = await ask(
    database,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
      current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
      'Z' < 'a' as by_code_point`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    commits: 'on',
    addresses: '',
    encoding: 'UTF8',
    by_code_point: true,
  });
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(data, 'pg_hba.conf'), 'utf8')).not.toMatch(/^host.*trust/m);
});

test('a server whose starter was killed is joined, and stopped in the end', async () => {
  const child = program.start(data, binaries.folder);
  const pid = Number(await child.line());
  await child.kill();
  expect(isRunning()).toBe(true);
  const joined = await start();
  expect(joined.pid).toBe(pid);
  expect(await kept(joined)).toEqual([{ word: 'word' }]);
  // The server notices that the killed one is gone.
  await vi.waitFor(async () => {
    const present = await ask(
      joined,
      `select from pg_stat_activity where application_name = 'coppice presence'`,
    );
    expect(present).toHaveLength(1);
  }, patiently);
  await stop(joined);
  expect(isRunning()).toBe(false);
});

test('a server that was killed is started again on what it had committed, and shared as before', async () => {
  const one = await start();
  const { pid } = one;
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(one.pid).not.toBe(pid), patiently);
  expect(await kept(one)).toEqual([{ word: 'word' }]);
  const other = await start();
  expect(other.pid).toBe(one.pid);
  await stop(other);
  expect(isRunning()).toBe(true);
  await stop(one);
  expect(isRunning()).toBe(false);
});

test('a server that is left while it is down is not left running', async () => {
  const database = await start();
  process.kill(database.pid, 'SIGKILL');
  await stop(database);
  expect(() => process.kill(database.pid, 0)).toThrow('ESRCH');
  expect(await kept(await start())).toEqual([{ word: 'word' }]);
});

test('the number of another process in the file of a dead server is not taken for the server', async () => {
  const { pid } = process;
  const left = `${pid}\n${data}\n0\n5432\n${data}\n\n\n`;
  writeFileSync(join(data, 'postmaster.pid'), left);
  writeFileSync(join(data, '.s.PGSQL.5432.lock'), left);
  expect(await kept(await start())).toEqual([{ word: 'word' }]);
});

test('a path too long for a socket gets its socket elsewhere, and the same one again', async () => {
  const long = join(folder.path, 'x'.repeat(100));
  const first = await start(long);
  const socket = new URL(first.url).searchParams.get('host') ?? '';
  expect(socket.startsWith(long)).toBe(false);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await stop(first);
  const second = await start(long);
  expect(second.url).toBe(first.url);
  await stop(second);
  rmSync(socket, { recursive: true });
});

test('a folder that was left half made is made anew', async () => {
  const half = join(folder.path, 'half');
  mkdirSync(join(half, 'unfinished', 'base'), { recursive: true });
  await ask(await start(half), 'select 1');
  expect(readdirSync(half)).not.toContain('unfinished');
});

function refuses(name: string, file: string, text: string): void {
  test(name, async () => {
    const other = join(folder.path, file);
    mkdirSync(other);
    writeFileSync(join(other, file), text);
    await expect(start(other)).rejects.toMatchObject({ code: 'conflict' });
    expect(readdirSync(other)).toEqual([file]);
  });
}
refuses('a folder of another major version is refused and left alone', 'PG_VERSION', '9\n');
refuses('a folder with something else in it is refused and left alone', 'letter.txt', 'dear all');
