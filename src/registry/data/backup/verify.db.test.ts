import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import { yankVersion } from '../../items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { monthOf } from '../../rules/usage/calendar.js';
import { writeUsage } from '../../usage/write-usage.js';
import { makePartitions } from '../db/partitions.js';
import { verifyRegistry } from './verify.js';

let registry: TestRegistry;
let team: Publishing;
beforeAll(async () => {
  registry = await testRegistry();
  team = await publishingIn(registry, 'team');
  await team.publish('lib@1.0.0', { files: { 'run.sh': 'echo' } });
  await team.publish('lib@1.1.0');
  await yankVersion(registry, team.admin, { kind: 'skill', slug: 'lib' }, { version: '1.1.0', reason: 'x' });
  await use();
});
afterAll(() => registry.close());

/** Uses on two days, one by a project, and an install that does not count as use. */
async function use(): Promise<void> {
  const at = registry.clock.now();
  const { id } = await registry.unguarded.selectFrom('items').select('id').executeTakeFirstOrThrow();
  const record = { tenantId: team.tenant.id, itemId: id, versionId: null, userId: null, tokenId: null };
  const plain = { ...record, projectHash: null };
  const records = [
    { ...plain, event: 'download', count: 2, at },
    { ...plain, event: 'install', count: 1, at },
    { ...plain, event: 'view', count: 1, at: at - dayMs },
    { ...record, projectHash: '0123456789abcdef', event: 'use', count: 3, at },
  ] as const;
  await makePartitions(registry.database, [monthOf(at)]);
  for (const more of [records, records.slice(3)])
    await registry.database
      .transaction()
      .execute((transaction) => writeUsage(transaction, team.tenant.id, more, at));
}

/** The problems after statements that triggers would refuse; they are rolled back afterwards. */
async function problemsAfter(...statements: readonly string[]): Promise<readonly string[]> {
  const transaction = await registry.unguarded.startTransaction().execute();
  try {
    for (const statement of ['set local session_replication_role = replica', ...statements])
      await sql.raw(statement).execute(transaction);
    const { problems } = await verifyRegistry({ ...registry, database: transaction });
    return problems.map(({ check, tenant, target, fault }) => `${check} ${tenant} ${target}: ${fault}`);
  } finally {
    await transaction.rollback().execute();
  }
}

test('a registry that nobody tampered with has no problems', async () => {
  expect(await verifyRegistry(registry)).toEqual({ versions: 2, drafts: 0, problems: [] });
});

const content = `sha256:${'0'.repeat(64)}`;

test.for<[string, string, string | RegExp]>([
  [
    'a content digest',
    `update versions set content_digest = '${content}' where version = '1.0.0'`,
    /^bytes team skill\/lib@1.0.0: its content is/,
  ],
  ['a size', `update versions set size_bytes = 1 where version = '1.0.0'`, /1 are recorded$/],
  [
    'a file',
    `update versions set files = jsonb_set(files, '{1,digest}', '"x"') where version = '1.0.0'`,
    /differ from those recorded: run.sh/,
  ],
  [
    'a missing file',
    `update versions set files = files - 1 where version = '1.0.0'`,
    /differ from those recorded: run.sh/,
  ],
  [
    'an extra file',
    `update versions set files = files || '{"path": "z"}' where version = '1.0.0'`,
    /recorded: z/,
  ],
  [
    'a digest',
    `update versions set digest = '${content}' where version = '1.0.0'`,
    /the storage has no sha256:0/,
  ],
  [
    'the latest version',
    `update items set latest_id = (select id from versions where version = '1.1.0')`,
    'latest team skill/lib: its latest version is 1.0.0, but 1.1.0 is recorded',
  ],
  [
    'no latest version',
    `update items set latest_id = null`,
    'latest team skill/lib: its latest version is 1.0.0, but none is recorded',
  ],
  [
    'the use of an item',
    `update items set use_count = 7`,
    'usage team skill/lib: its use count is 7, but its daily sums add up to 6',
  ],
  [
    'the sums of a day',
    `update usage_by_day set unique_items = 2 where day = '2026-01-15'`,
    'usage team 2026-01-15: the sums of the day differ from those of its items',
  ],
  [
    'no sums of a day',
    `delete from usage_by_day where day = '2026-01-14'`,
    'usage team 2026-01-14: the sums of the day differ from those of its items',
  ],
  [
    'an event',
    `delete from usage_events where event = 'install'`,
    'usage team skill/lib on 2026-01-15: the sums of the day differ from its events',
  ],
  [
    'work that fails',
    `update outbox set attempts = 5, last_error = 'no git' where topic = 'mirror' and payload->>'version' = '1.0.0'`,
    /^outbox team mirror\/\d+: it failed 5 times: no git$/,
  ],
])('%s that is wrong is reported, and nothing else', async ([, statement, expected]) => {
  const found = await problemsAfter(statement);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(expected);
});

test('events that were dropped with their month are not reported', async () => {
  expect(await problemsAfter('delete from usage_events')).toEqual([]);
});

test('missing blobs are reported', async () => {
  const { digest = '' } = (await team.version('lib@1.1.0')) ?? {};
  await registry.blobs.remove(digest);
  expect(await problemsAfter()).toEqual([`bytes team skill/lib@1.1.0: the storage has no ${digest}`]);
});
