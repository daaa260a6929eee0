import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../system/log.js';
import { migrate } from './db/migrate.js';
import { createDatabase } from './db/test-database.fixture.js';
import { openFolder } from './embedded/embedded.fixture.js';
import { openDatabase } from './open-database.js';

const folder = openFolder();
const home = join(folder.path, 'home');
const open = (environment: Readonly<Record<string, string>>) =>
  openDatabase({ environment, home, log: silentLog });
let external: { readonly url: string; drop(): Promise<void> };

beforeAll(async () => {
  external = await createDatabase();
});
afterAll(async () => {
  await external.drop();
  folder.remove();
});

test('without a URL the embedded database is started, and stopped at the end', async () => {
  const data = join(folder.path, 'data');
  const opened = await open({ COPPICE_REGISTRY_DATA: data });
  expect(opened.kind).toBe('embedded');
  expect(await migrate(opened.pool, silentLog)).not.toEqual([]);
  expect(existsSync(join(data, 'postmaster.pid'))).toBe(true);
  await opened.close();
  expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
});

test('with a URL that database is used', async () => {
  const opened = await open({ COPPICE_DATABASE_URL: external.url });
  expect(opened.kind).toBe('external');
  expect((await sql`select 1 as one`.execute(opened.pool.database)).rows).toEqual([{ one: 1 }]);
  await opened.close();
});

async function check(url: string, code: string, message: RegExp): Promise<void> {
  await expect(open({ COPPICE_DATABASE_URL: url })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
}

test('a URL of something else is refused', () =>
  check('mysql://localhost/x', 'bad-value', /COPPICE_DATABASE_URL/));

test('a URL that cannot be parsed is refused', () =>
  check('postgres://[', 'bad-value', /COPPICE_DATABASE_URL/));

test('a database that does not exist is refused by its name', () => {
  const url = new URL(external.url);
  url.pathname = '/missing';
  return check(url.href, 'bad-value', /COPPICE_DATABASE_URL.*"missing"/);
});

test('a server that does not answer is unavailable', () =>
  check('postgres://coppice@localhost/postgres?host=/nowhere', 'unavailable', /cannot be reached/));
