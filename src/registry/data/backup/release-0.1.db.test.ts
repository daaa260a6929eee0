/*
 * A backup that 0.1.0 made is restored and upgraded in place, with nothing lost.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { Turns } from '../../../system/turns.js';
import { explainUnresolved } from '../../items/catalog/explain-unresolved.js';
import { readItem } from '../../items/catalog/read-item.js';
import { readSettings } from '../../rules/access/stored-settings.js';
import { tablesOf } from '../../rules/backup-format.js';
import { everyTenant } from '../db/database.js';
import { migrations, newestMigration } from '../db/migrate.js';
import { openPool } from '../db/pool.js';
import { createDatabase } from '../db/test-database.fixture.js';
import { memoryBlobs } from '../storage/memory-blobs.js';
import { schemaNumber } from './backup.js';
import { restore } from './restore.js';

const backup = fileURLToPath(new URL('../../../../test/fixtures/releases/0.1.0/backup', import.meta.url));

test('a backup of 0.1.0 is restored, migrated to this version, and says what it said', async () => {
  const { url, drop } = await createDatabase();
  const pool = openPool(url, { log: silentLog });
  onTestFinished(async () => {
    await pool.close();
    await drop();
  });
  const { database } = pool;
  const blobs = memoryBlobs();
  const made = await restore({ pool, blobs, log: silentLog }, backup);
  expect(made.schema).toBe(4);
  expect(await schemaNumber(database)).toBe(newestMigration(migrations));
  for (const { name } of tablesOf(made)) {
    const lines = readFileSync(`${backup}/tables/${name}.jsonl`, 'utf8').split('\n').filter(Boolean);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} ${everyTenant('all that was restored')}`.execute(
      database,
    );
    expect(rows[0]?.count, name).toBe(lines.length);
  }

  const tenant = await database.selectFrom('tenants').select(['id', 'settings']).executeTakeFirstOrThrow();
  expect(readSettings(tenant.settings).conflicts).toBe('tenant');
  expect(await readItem(database, tenant.id, { kind: 'skill', slug: 'lib' })).toMatchObject({
    version: '1.0.0',
    used_by: ['app'],
    usage: { uses: 0, installs: 0, projects: 0 },
  });
  const gone = { kind: 'skill', slug: 'old', range: '*', requiredBy: null } as const;
  expect(await explainUnresolved(database, tenant.id, [gone], new Turns())).toMatchObject([
    {
      cause: 'archived',
      reason: expect.stringMatching(/^it was archived by .+ on 2026-01-15: replaced by app$/),
    },
  ]);
});
