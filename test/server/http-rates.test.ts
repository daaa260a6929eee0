import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/registry/data/db/pool.js';
import { testDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import { windowMs } from '../../src/registry/rules/http/rate-limit.js';
import { testApp } from '../../src/registry/server/http/app.fixture.js';
import { databaseRates } from '../../src/registry/server/http/rate-stores.js';
import { silentLog } from '../../src/system/log.js';

const start = Date.UTC(2026, 0, 15, 12);

test('replicas count together, and delete past windows', async () => {
  const { database, close } = await testDatabase();
  onTestFinished(close);
  const [one, other] = [databaseRates(database), databaseRates(database)];
  const counts = await Promise.all([one, other, one, other, one].map((rates) => rates.count('a', start)));
  expect(counts.sort()).toEqual([1, 2, 3, 4, 5]);
  expect(await one.count('b', start)).toBe(1);
  expect(await other.count('a', start + windowMs)).toBe(1);
  const left = await database.selectFrom('rate_windows').select('window_start').execute();
  expect(left).toEqual([{ window_start: new Date(start + windowMs) }]);
});

test('while the database does not answer, a replica counts in its own memory', async () => {
  const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog });
  onTestFinished(nowhere.close);
  const rates = databaseRates(nowhere.database);
  expect([await rates.count('a', start), await rates.count('a', start)]).toEqual([1, 2]);
});

test('two servers together allow as much as one', async () => {
  const { database, close } = await testDatabase();
  onTestFinished(close);
  const servers = [1, 2].map(() =>
    testApp({ environment: { COPPICE_RATE_READS: '3' }, rates: databaseRates(database) }),
  );
  const statuses = [];
  for (const { ask } of [...servers, ...servers]) {
    statuses.push((await ask('/v1/skills/lib', { who: 'read' })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
