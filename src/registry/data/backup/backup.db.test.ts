import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { credentialHash, findGrant } from '../../access/credentials.js';
import { addMember } from '../../access/members.js';
import { makeSignInLink } from '../../access/sign-in-links.js';
import { makeToken } from '../../access/tokens.js';
import { moveItem } from '../../items/lifecycle/item-state.js';
import { yankVersion } from '../../items/lifecycle/version-state.js';
import { claimOf } from '../../items/publish/evaluation.fixture.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { type BackupManifest, backupTables } from '../../rules/backup-format.js';
import { monthOf } from '../../rules/usage/calendar.js';
import { poolEffects } from '../../usage/effects.js';
import { writeUsage } from '../../usage/write-usage.js';
import { migrate, migrations, newestMigration } from '../db/migrate.js';
import { makePartitions } from '../db/partitions.js';
import { openPool } from '../db/pool.js';
import { createDatabase } from '../db/test-database.fixture.js';
import { memoryBlobs } from '../storage/memory-blobs.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';

let registry: TestRegistry;
let team: Publishing;
let folder: string;
let token: { readonly text: string };
/** A backup that no test changes. */
let whole: string;
let made: BackupManifest;
const lib = { kind: 'skill', slug: 'lib' } as const;

beforeAll(async () => {
  registry = await testRegistry();
  folder = mkdtempSync(join(tmpdir(), 'coppice-backup-'));
  team = await publishingIn(registry, 'team', { visibility: 'public' });
  await fill();
  whole = join(folder, 'whole');
  made = await backUp(registry, whole);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await registry.close();
});

/** Puts rows into every table, with values that are easily lost in a backup. */
async function fill(): Promise<void> {
  const { tenant, admin } = team;
  const now = registry.clock.now();
  await team.publish('lib@1.0.0', {
    requires: ['tool@^1'],
    body: 'line\u2028separators\u2029 and "quotes" \\ \u{1F333}',
  });
  const binary = { files: { 'a.bin': new Uint8Array([0, 255]) } };
  await team.publish('lib@1.1.0', binary, { evaluation: await claimOf(binary, { score: 1 / 3 }) });
  const day = { day: -35, loads: 4, bad: 1, other_loads: 9, other_bad: 0 };
  const effects = [{ digest: `sha256:${'a'.repeat(64)}`, days: [day] }];
  await poolEffects(registry, admin, { machine: '0123456789abcdef', effects });
  await team.publish('gone@1.0.0');
  await registry.unguarded.deleteFrom('items').where('slug', '=', 'gone').execute();
  await yankVersion(registry, admin, lib, { version: '1.0.0', reason: 'broken' });
  await moveItem(registry, admin, lib, 'archive', 'unused');
  await addMember(registry, tenant.id, { email: 'ada@example.com', name: 'Ada', role: 'admin' });
  await makeSignInLink(registry, tenant.id, 'ada@example.com');
  const wanted = { name: 'ci', scopes: ['skills:read'], patterns: ['a-*'], expiresAt: null } as const;
  token = await makeToken(registry, tenant.id, { service: 'ci' }, wanted);
  const item = await team.item('lib');
  await makePartitions(registry.database, [monthOf(now), '2025-11']);
  const record = {
    tenantId: tenant.id,
    itemId: await itemId(),
    versionId: null,
    userId: null,
    tokenId: null,
  } as const;
  await registry.database.transaction().execute((transaction) =>
    writeUsage(
      transaction,
      tenant.id,
      [
        { ...record, event: 'download', count: 2, projectHash: null, at: now },
        { ...record, event: 'use', count: 60, projectHash: null, userId: 1, at: now },
        { ...record, event: 'use', count: 3, projectHash: '0123456789abcdef', at: Date.UTC(2025, 10, 3) },
      ],
      now,
    ),
  );
  await sql`
    insert into sessions (id, tenant_id, token_id, hash, csrf, created_at, expires_at, ends_at, last_used_at)
      select gen_random_uuid(), tenant_id, id, sha256('s'), 'csrf', created_at, created_at, created_at, created_at from tokens;
    insert into identity_providers values (${sql.lit(tenant.id)}, 'okta', 'https://id.example.com', 'coppice', 'sealed', '{"a": [1]}', now());
    insert into identities select tenant_id, 'https://id.example.com', 'äda', user_id, null, created_at, created_at from memberships;
    insert into tombstones values (${sql.lit(tenant.id)}, 'skill', 'lib', '0.9.0', now(), 'x', 'a secret');
    insert into channels select tenant_id, item_id, 'next', id from versions limit 1;
    insert into drafts (id, tenant_id, kind, slug, state, origin, created_by, created_at, reviewed_by, reviewed_at, published_id)
      select gen_random_uuid(), tenant_id, 'skill', 'lib', 'published', 'cli', 'x', now(), 'y', now(), id from versions limit 1;
    insert into draft_revisions select tenant_id, id, 1, ${sql.lit(item?.digest)}, 'x', 1, 'x', null, '{a,"b c"}', 'x', 'x', now() from drafts;
    insert into draft_absorbs select drafts.tenant_id, drafts.id, items.id, 'x', now() from drafts, items limit 1;
    insert into group_roles values (${sql.lit(tenant.id)}, 'designers', 'publisher');
    insert into namespaces
      values (${sql.lit(tenant.id)}, 'design', 'Looks', 'reader', '{"approvals": 1, "by": "curator", "no_self": true}', now());
    insert into namespace_roles select tenant_id, 'design', user_id, null, null, 'curator' from memberships;
    insert into namespace_roles values (${sql.lit(tenant.id)}, 'design', null, null, 'designers', 'publisher');
    insert into draft_reviews
      select tenant_id, id, 'user:eve', 'approve', 'Good.', slug, 'x', 1, now() from drafts;
    insert into groups values (${sql.lit(tenant.id)}, gen_random_uuid(), 'designers', 'g-1', 'service:idp', now(), now());
    insert into group_members select groups.tenant_id, groups.id, user_id from groups, memberships;
    insert into invites
      values (gen_random_uuid(), ${sql.lit(tenant.id)}, sha256('i'), 'eve@example.com', 'viewer', 'user:ada', now(), now());
    update memberships set provisioned_by = 'service:idp', external_id = 'x', provided = '{"a": 1}', deactivated_at = now();
    insert into audit_checkpoints select tenant_id, number, hash, now(), 'key', decode(repeat('ab', 64), 'hex') from audit_heads;
    insert into webhooks values (gen_random_uuid(), ${sql.lit(tenant.id)}, 'https://hooks.example.com', 'sealed', '{item.flagged}', true, 'x', now());
    insert into webhook_deliveries (id, tenant_id, webhook_id, event, body, created_at)
      select gen_random_uuid(), tenant_id, id, 'test', '{}', now() from webhooks;
    insert into notified_audit select tenant_id, number from audit_heads;
    insert into mail_preferences select tenant_id, user_id, '{item.flagged}' from memberships;
    insert into trusted_publishers
      values (gen_random_uuid(), ${sql.lit(tenant.id)}, 'ci', 'github', 'https://ci.example.com', '{"a": "1"}', '{lib}', '{"keys": []}', 'x', now());
    insert into used_identity_tokens values (sha256('j'), now());
    insert into job_runs values ('decay sweep', now(), '{"flagged": 1}');
    update items set embedding = '\\x00ff', embedding_model = 'm';
  `.execute(registry.unguarded);
}

async function itemId(): Promise<number> {
  const { id } = await registry.unguarded.selectFrom('items').select('id').executeTakeFirstOrThrow();
  return id;
}

let count = 0;
const newFolder = () => {
  count += 1;
  return join(folder, `backup-${count}`);
};

/** An empty database with an empty storage. */
async function emptyTarget() {
  const { url, drop } = await createDatabase();
  const pool = openPool(url, { log: silentLog });
  return {
    pool,
    blobs: memoryBlobs(),
    log: silentLog,
    close: async () => {
      await pool.close();
      await drop();
    },
  };
}

const tablesIn = (backup: string) =>
  Object.fromEntries(
    readdirSync(join(backup, 'tables')).map((name) => [
      name,
      readFileSync(join(backup, 'tables', name), 'utf8'),
    ]),
  );

test('a restored registry is the same to the last byte, and a backup of it is the same backup', async () => {
  const again = newFolder();
  const target = await emptyTarget();
  await restore(target, whole);
  expect(await backUp({ ...target, database: target.pool.database, clock: registry.clock }, again)).toEqual(
    made,
  );
  expect(tablesIn(again)).toEqual(tablesIn(whole));
  for (const [name, { rows }] of Object.entries(made.tables)) expect(rows, name).toBeGreaterThan(0);
  expect(await digestsIn(target.blobs)).toHaveLength(made.blobs);
  await target.close();
});

test('after a restore tokens are valid, and new rows get ids that were never used', async () => {
  const target = await emptyTarget();
  await restore(target, whole);
  const { database } = target.pool;
  const hash = credentialHash(token.text);
  const grant = await findGrant(database, team.tenant.id, { kind: 'token', hash }, registry.clock.now());
  expect(grant?.principal).toMatchObject({ name: 'service:ci', patterns: ['a-*'] });
  const { id } = await database
    .insertInto('items')
    .values({
      tenant_id: team.tenant.id,
      kind: 'skill',
      slug: 'new',
      owners: ['x'],
      state_at: new Date(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // It is above the highest stored id: a deleted item had a higher one.
  expect(id).toBe((made.sequences['items'] ?? 0) + 1);
  expect(id).toBeGreaterThan((await itemId()) + 1);
  await target.close();
});

test('a backup contains no credential', async () => {
  expect(JSON.stringify(tablesIn(whole))).not.toContain(token.text);
});

test('every table is backed up, except those that a restore does not need', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '_\\d{4}_\\d{2}$'
  `.execute(registry.unguarded);
  const left = rows
    .map(({ name }) => name)
    .filter((name) => !backupTables.some((table) => table.name === name));
  expect(left.sort()).toEqual(['program_sign_ins', 'rate_windows', 'schema_migrations', 'sign_in_attempts']);
});

test('a registry that is not empty is left as it is', async () => {
  const target = {
    ...registry,
    pool: { url: registry.url, database: registry.database },
    blobs: memoryBlobs(),
  };
  await expect(restore(target, whole)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('tenants'),
  });
  expect(await digestsIn(target.blobs)).toEqual([]);
});

const newerMigrations = [
  ...migrations,
  {
    number: newestMigration(migrations) + 1,
    name: 'more',
    text: 'alter table items add more text; update items set more = slug',
  },
];

test('the backup of an older version is read as it was written, and migrated', async () => {
  const target = await emptyTarget();
  await restore({ ...target, migrations: newerMigrations }, whole);
  const { rows } = await sql`select more from items`.execute(target.pool.database);
  expect(rows).toEqual([{ more: 'lib' }]);
  await target.close();
});

test('a database that is newer than the backup is left as it is', async () => {
  const target = await emptyTarget();
  await migrate(target.pool, silentLog, newerMigrations);
  await expect(restore({ ...target, migrations: newerMigrations }, whole)).rejects.toMatchObject({
    code: 'conflict',
  });
  await target.close();
});

test('an existing folder is not overwritten, and a failure leaves nothing', async () => {
  await expect(backUp(registry, folder)).rejects.toMatchObject({ code: 'already-exists' });
  const failing = {
    ...registry.blobs,
    get: async () => {
      throw new Error('gone');
    },
  };
  const before = readdirSync(folder);
  await expect(backUp({ ...registry, blobs: failing }, newFolder())).rejects.toThrow('gone');
  expect(readdirSync(folder)).toEqual(before);
});

test('blobs that are already missing are reported, and the rest is restored', async () => {
  const backup = newFolder();
  const { digest = '' } = (await team.version('lib@1.0.0')) ?? {};
  const blobs = {
    ...registry.blobs,
    get: async (given: string) => (given === digest ? undefined : registry.blobs.get(given)),
  };
  expect(await backUp({ ...registry, blobs }, backup)).toMatchObject({ blobs: 1, missing: [digest] });
  const target = await emptyTarget();
  await restore(target, backup);
  expect(await digestsIn(target.blobs)).toHaveLength(1);
  await target.close();
});

const versions = 'tables/versions.jsonl';

function editManifest(backup: string, from: RegExp, to: string): void {
  const path = join(backup, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}

function someBlob(backup: string): string {
  const paths = readdirSync(join(backup, 'blobs'), { recursive: true }).map(String);
  return join(backup, 'blobs', paths.find((path) => path.includes('/')) ?? '');
}

type Spoil = (backup: string) => void;

test.for<[string, Spoil, string]>([
  ['a table is cut short', (at) => truncateSync(join(at, versions), 100), 'versions.jsonl was changed'],
  ['a table is empty', (at) => truncateSync(join(at, versions), 0), 'versions.jsonl was changed'],
  ['a table is missing', (at) => rmSync(join(at, versions)), 'it has no tables/versions.jsonl'],
  ['a row was added', (at) => appendFileSync(join(at, versions), '{}\n'), 'versions.jsonl was changed'],
  ['a bundle is cut short', (at) => truncateSync(someBlob(at), 10), 'are damaged'],
  ['a bundle is missing', (at) => rmSync(someBlob(at)), '1 of 2 bundles'],
  ['the manifest is missing', (at) => rmSync(join(at, 'manifest.json')), 'not a finished backup'],
  ['the manifest is cut short', (at) => truncateSync(join(at, 'manifest.json'), 99), 'manifest.json'],
  ['the manifest lacks a table', (at) => editManifest(at, /"versions":/, '"x":'), 'no table versions'],
  ['the manifest has another count', (at) => editManifest(at, /"rows": 2/, '"rows": 3'), '2 of 3 rows'],
  ['it was made by a newer version', (at) => editManifest(at, /"format": 1/, '"format": 2'), 'newer version'],
  ['it has a newer schema', (at) => editManifest(at, /"schema": \d+/, '"schema": 99'), 'newer version'],
])('when %s, nothing is restored', async ([, spoil, message]) => {
  const backup = newFolder();
  cpSync(whole, backup, { recursive: true });
  spoil(backup);
  const blobs = memoryBlobs();
  // It is refused before any query.
  const pool = openPool('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog });
  await expect(restore({ pool, blobs, log: silentLog }, backup)).rejects.toMatchObject({
    message: expect.stringContaining(message),
  });
  expect(await digestsIn(blobs)).toEqual([]);
  await pool.close();
});

test('rows that refer to missing blobs are rolled back', async () => {
  const backup = newFolder();
  const { digest = '' } = (await team.version('lib@1.0.0')) ?? {};
  const blobs = {
    ...registry.blobs,
    get: async (given: string) => (given === digest ? undefined : registry.blobs.get(given)),
  };
  await backUp({ ...registry, blobs }, backup);
  const path = join(backup, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(digest, `sha256:${'0'.repeat(64)}`));
  const target = await emptyTarget();
  await expect(restore(target, backup)).rejects.toMatchObject({ message: expect.stringContaining(digest) });
  expect(await target.pool.database.selectFrom('tenants').select('id').execute()).toEqual([]);
  await target.close();
});

async function digestsIn(blobs: ReturnType<typeof memoryBlobs>): Promise<readonly string[]> {
  const digests: string[] = [];
  for await (const digest of blobs.list()) digests.push(digest);
  return digests;
}
