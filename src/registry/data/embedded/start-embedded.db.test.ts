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

/** A server removes this file last. */
const isRunning = (): boolean => existsSync(join(data, 'postmaster.pid'));

async function query<T>({ url }: EmbeddedDatabase, text: string): Promise<readonly T[]> {
  const pool = openPool(url, { log: silentLog });
  const { rows } = await sql.raw<T>(text).execute(pool.database);
  await pool.close();
  return rows;
}

const storedWords = (database: EmbeddedDatabase) => query(database, 'select word from words');

test('two users that start at once share one server, and the last one to leave stops it', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  expect(other.pid).toBe(one.pid);
  await query(one, `create table words as select 'word' as word`);
  await stop(one);
  expect(isRunning()).toBe(true);
  expect(await storedWords(other)).toEqual([{ word: 'word' }]);
  await stop(other);
  expect(isRunning()).toBe(false);
});

test('data survives a stop and a start', async () => {
  expect(await storedWords(await start())).toEqual([{ word: 'word' }]);
});

test('the server is durable, uses UTF-8, and accepts no other connections', async () => {
  const database = await start();
  const [settings] = await query(
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

test('a server whose first user was killed is joined, and stopped in the end', async () => {
  const child = program.start(data, binaries.folder);
  const pid = Number(await child.line());
  await child.kill();
  expect(isRunning()).toBe(true);
  const joined = await start();
  expect(joined.pid).toBe(pid);
  expect(await storedWords(joined)).toEqual([{ word: 'word' }]);
  // The server notices that the killed process is gone.
  await vi.waitFor(async () => {
    const present = await query(
      joined,
      `select from pg_stat_activity where application_name = 'coppice presence'`,
    );
    expect(present).toHaveLength(1);
  }, patiently);
  await stop(joined);
  expect(isRunning()).toBe(false);
});

test('a server that was killed is started again with all its commits, and shared as before', async () => {
  const one = await start();
  const { pid } = one;
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(one.pid).not.toBe(pid), patiently);
  expect(await storedWords(one)).toEqual([{ word: 'word' }]);
  const other = await start();
  expect(other.pid).toBe(one.pid);
  await stop(other);
  expect(isRunning()).toBe(true);
  await stop(one);
  expect(isRunning()).toBe(false);
});

test('stopping while the server is down leaves no server running', async () => {
  const database = await start();
  process.kill(database.pid, 'SIGKILL');
  await stop(database);
  // A killed process exists until its parent has noticed its end.
  const askForProcess = () => process.kill(database.pid, 0);
  await vi.waitFor(() => expect(askForProcess).toThrow('ESRCH'), patiently);
  expect(await storedWords(await start())).toEqual([{ word: 'word' }]);
});

test('another process with the id in the file of a dead server is not mistaken for the server', async () => {
  const { pid } = process;
  const left = `${pid}\n${data}\n0\n5432\n${data}\n\n\n`;
  writeFileSync(join(data, 'postmaster.pid'), left);
  writeFileSync(join(data, '.s.PGSQL.5432.lock'), left);
  expect(await storedWords(await start())).toEqual([{ word: 'word' }]);
});

test('a data folder with a long path has its socket elsewhere, and the same one again', async () => {
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

test('an unfinished folder is created again', async () => {
  const half = join(folder.path, 'half');
  mkdirSync(join(half, 'unfinished', 'base'), { recursive: true });
  await query(await start(half), 'select 1');
  expect(readdirSync(half)).not.toContain('unfinished');
});

function checkRefused(name: string, file: string, text: string): void {
  test(name, async () => {
    const other = join(folder.path, file);
    mkdirSync(other);
    writeFileSync(join(other, file), text);
    await expect(start(other)).rejects.toMatchObject({ code: 'conflict' });
    expect(readdirSync(other)).toEqual([file]);
  });
}
checkRefused('a folder of another major version is refused and unchanged', 'PG_VERSION', '9\n');
checkRefused('a folder with other files is refused and unchanged', 'letter.txt', 'dear all');
