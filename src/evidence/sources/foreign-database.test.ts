import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { nodeFiles as files } from '../../system/disk/node-disk.js';
import { type Database, openDatabase } from '../../system/sqlite.js';
import { CoppiceError } from '../../text/errors.js';
import { column, foreignRows, withForeignDatabase } from './foreign-database.js';
import { hermesState } from './hermes-database.js';
import { opencodeDatabase } from './opencode-database.js';

const writers: Database[] = [];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-foreign-'));
});

afterEach(() => {
  for (const writer of writers.splice(0)) writer.close();
  rmSync(folder, { recursive: true });
});

/** Statements are only executed, never prepared: a prepared one keeps its connection until it is collected. */
async function writerOf(name: string, sql: string): Promise<Database> {
  const writer = await openDatabase(join(folder, name));
  writers.push(writer);
  writer.exec(sql);
  return writer;
}

async function atRest(name: string, sql: string): Promise<string> {
  (await writerOf(name, sql)).close();
  writers.pop();
  return join(folder, name);
}

function valuesOf(path: string, through = files) {
  const select = `SELECT ${column('a', 'text', 'a')} FROM t`;
  const values = (database: Database) => [...foreignRows(database, select)].map(({ a }) => a);
  return withForeignDatabase(path, through, values, { busyTimeoutMs: 0 });
}

/** Every file beside the database, with its bytes; of the shared memory only that it is there. */
function contents(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      name.endsWith('-shm') ? '' : readFileSync(join(folder, name)).toString('latin1'),
    ]),
  );
}

async function checkRead(path: string, values: readonly unknown[]): Promise<void> {
  const before = contents();
  expect(await valuesOf(path)).toEqual({ kind: 'read', value: values });
  expect(contents()).toEqual(before);
}

async function checkUnreadable(path: string, reason: string): Promise<void> {
  const before = contents();
  expect(await valuesOf(path)).toEqual({ kind: 'unreadable', reason });
  expect(contents()).toEqual(before);
}

const someRows = `CREATE TABLE t (a); INSERT INTO t VALUES ('one'), ('two')`;

test('reading changes neither the database nor its folder', async () => {
  await checkRead(await atRest('plain.db', someRows), ['one', 'two']);
});

test('nor in WAL mode, when nobody has it open', async () => {
  await checkRead(await atRest('wal.db', `PRAGMA journal_mode = WAL; ${someRows}`), ['one', 'two']);
});

test('what a writer has not yet moved into the database is read, and stays where it is', async () => {
  await writerOf('live.db', `PRAGMA journal_mode = WAL; ${someRows}`);
  expect(readdirSync(folder)).toEqual(['live.db', 'live.db-shm', 'live.db-wal']);
  await checkRead(join(folder, 'live.db'), ['one', 'two']);
});

test('a path may hold any characters, and be a link', async () => {
  const path = await atRest('a b?#%.db', `PRAGMA journal_mode = WAL; ${someRows}`);
  await checkRead(path, ['one', 'two']);
  symlinkSync(path, join(folder, 'link.db'));
  await checkRead(join(folder, 'link.db'), ['one', 'two']);
});

test('nothing can be written', async () => {
  const path = await atRest('plain.db', someRows);
  const writing = withForeignDatabase(path, files, (database) => [...foreignRows(database, 'DELETE FROM t')]);
  expect(await writing).toEqual({ kind: 'unreadable', reason: 'no-permission' });
});

test('a database that somebody has locked is locked', async () => {
  await writerOf('busy.db', `${someRows}; BEGIN EXCLUSIVE`);
  await checkUnreadable(join(folder, 'busy.db'), 'locked');
});

test('a reader that stops half way keeps no lock', async () => {
  const writer = await writerOf('plain.db', someRows);
  const outcome = await withForeignDatabase(join(folder, 'plain.db'), files, (database) => {
    const [first] = foreignRows(database, `SELECT ${column('a', 'text', 'a')} FROM t`);
    writer.exec('DELETE FROM t');
    return first;
  });
  expect(outcome).toEqual({ kind: 'read', value: { a: 'one' } });
});

test('a file that is something else is no database', async () => {
  writeFileSync(join(folder, 'junk.db'), 'something else '.repeat(100));
  await checkUnreadable(join(folder, 'junk.db'), 'not-a-database');
  mkdirSync(join(folder, 'folder.db'));
  expect(await valuesOf(join(folder, 'folder.db'))).toEqual({ kind: 'unreadable', reason: 'not-a-database' });
});

test('a missing database is not made', async () => {
  await checkUnreadable(join(folder, 'missing.db'), 'missing');
});

test.each([
  ['an empty file', ''],
  ['another table', 'CREATE TABLE other (a)'],
  ['another column', 'CREATE TABLE t (other)'],
])('%s is an unknown schema', async (_what, sql) => {
  await checkUnreadable(await atRest('other.db', sql), 'unknown-schema');
});

test('a database with torn pages is damaged', async () => {
  const path = await atRest(
    'torn.db',
    `CREATE TABLE t (a); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO t SELECT hex(zeroblob(200)) FROM n`,
  );
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xff, 8_192, 40_000));
  await checkUnreadable(path, 'damaged');
});

test('a file that may not be read is refused', async () => {
  const path = await atRest('secret.db', someRows);
  // A double, for root may read everything.
  const read = () => {
    throw new CoppiceError('no-permission', 'access was refused');
  };
  expect(await valuesOf(path, { ...files, read })).toEqual({ kind: 'unreadable', reason: 'no-permission' });
});

test.each([
  ['hermes', hermesState],
  ['opencode', opencodeDatabase],
])('the database of another program is an unknown schema to %s', async (_agent, format) => {
  const path = await atRest('other.db', someRows);
  const outcome = await withForeignDatabase(path, files, (database) => [...format.read(database).sessions]);
  expect(outcome).toEqual({ kind: 'unreadable', reason: 'unknown-schema' });
});

test('an error of the caller is not reported as one of the database', async () => {
  const path = await atRest('plain.db', someRows);
  const other = await openDatabase(':memory:');
  await expect(withForeignDatabase(path, files, () => other.exec('SELECT * FROM missing'))).rejects.toThrow(
    'missing',
  );
  other.close();
});

test('values of any type and size become short texts, numbers or null', async () => {
  const path = await atRest(
    'values.db',
    `CREATE TABLE t (a);
    INSERT INTO t VALUES (NULL), (9223372036854775807), (1.5), ('a' || char(0) || 'b'), (x'ff41'), ('2026-01-31')`,
  );
  const kinds = ['text', 'number', 'time'] as const;
  const select = `SELECT ${kinds.map((kind) => column('a', kind, kind)).join(', ')} FROM t`;
  const outcome = await withForeignDatabase(path, files, (database) => [...foreignRows(database, select)]);
  expect(outcome).toEqual({
    kind: 'read',
    value: [
      { text: null, number: null, time: null },
      { text: '9223372036854775807', number: 2 ** 63, time: 2 ** 63 },
      { text: '1.5', number: 1.5, time: 1.5 },
      { text: 'a\0b', number: null, time: 'a' },
      { text: '\ufffdA', number: null, time: null },
      { text: '2026-01-31', number: null, time: '2026-01-31' },
    ],
  });
});
