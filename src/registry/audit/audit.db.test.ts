import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { readAudit, writeAudit, writeAudits } from '../data/db/audit.js';
import { change } from '../data/db/database.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Tenant } from '../rules/access/principal.js';
import { chainHash } from '../rules/audit/chain.js';
import { retainAudit } from '../server/jobs/audit-upkeep.js';
import { checkpointKey, checkpointPublicKey, isSignedBy, publicKeyText } from './checkpoint-key.js';
import { readCheckpoints, signCheckpoints } from './checkpoints.js';
import { findInChain } from './read-chain.js';
import { verifyCheckpoints, verifyPart } from './verify-chain.js';

let registry: TestRegistry;
let acme: Tenant;

beforeEach(async () => {
  registry = await testRegistry();
  onTestFinished(() => registry.close());
  acme = await registry.tenant('acme', { audit_retention_days: 90 });
});

async function write(target: string, details = {}, tenantId = acme.id): Promise<void> {
  const actor = { tenantId, actor: 'service:test', ip: '192.0.2.1' };
  await writeAudit(registry.database, actor, registry.clock.now(), { action: 'item.flag', target, details });
}

const whole = { after: 0, limit: Number.MAX_SAFE_INTEGER };
const verify = () => verifyPart(registry.database, acme.id, whole);

/** As somebody with all rights on the database would. */
async function tamper(text: string): Promise<void> {
  await sql
    .raw(`alter table audit disable trigger all; alter table audit_chain disable trigger all; ${text};
      alter table audit enable trigger all; alter table audit_chain enable trigger all`)
    .execute(registry.unguarded);
}

test('every row is chained when it is committed, each tenant by itself', async () => {
  const globex = await registry.tenant('globex');
  await write('a', { text: 'ü "quoted" \\ \u2028 \u007f', number: 1e-7, nested: { b: [1, null], a: true } });
  await write('x', {}, globex.id);
  await writeAudits(registry.database, { tenantId: acme.id, actor: 'system', ip: null }, 1, [
    { action: 'item.flag', target: 'b' },
    { action: 'item.flag', target: 'c' },
  ]);
  expect(await verify()).toMatchObject({ rows: 3, end: { number: 3 }, fault: undefined, isMore: false });
  expect(await verifyPart(registry.database, globex.id, whole)).toMatchObject({ rows: 1, fault: undefined });
  const { rows } = await readAudit(registry.database, acme.id, { limit: 10 });
  expect(rows.map(({ target, number }) => [target, number])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ]);
});

test('a log is verified part by part', async () => {
  for (const target of ['a', 'b', 'c', 'd', 'e']) await write(target);
  const first = await verifyPart(registry.database, acme.id, { after: 0, limit: 2 });
  expect(first).toMatchObject({ rows: 2, end: { number: 2 }, isMore: true });
  const second = await verifyPart(registry.database, acme.id, { after: 2, limit: 3 });
  expect(second).toMatchObject({ rows: 3, end: { number: 5 }, isMore: false, fault: undefined });
});

test('what is rolled back leaves no place in the chain', async () => {
  await write('a');
  const failing = registry.database.transaction().execute(async (transaction) => {
    const actor = { tenantId: acme.id, actor: 'service:test', ip: null };
    await writeAudit(transaction, actor, 1, { action: 'item.flag', target: 'lost' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await write('b');
  expect(await verify()).toMatchObject({ rows: 2, fault: undefined });
});

test('changes that run at the same time, in several transactions, make one chain', async () => {
  const actor = { tenantId: acme.id, actor: 'service:test', ip: null };
  const writers = Array.from({ length: 40 }, (_, index) =>
    change(registry, { tenantId: acme.id, part: 'access' }, (transaction) =>
      writeAudit(transaction, actor, index, { action: 'item.flag', target: `${index}` }),
    ),
  );
  await Promise.all(writers);
  expect(await verify()).toMatchObject({ rows: 40, end: { number: 40 }, fault: undefined });
});

const broken: readonly (readonly [string, string, number])[] = [
  ['a changed row', `update audit set actor = 'user:other' where target = 'b'`, 2],
  ['a time that was changed', `update audit set at = at + interval '1 microsecond' where target = 'b'`, 2],
  ['a removed row', `delete from audit where target = 'b'`, 2],
  [
    'a row that was removed with its place',
    `delete from audit_chain using audit where audit.id = audit_id and target = 'b'; delete from audit where target = 'b'`,
    2,
  ],
  [
    'a last row that was removed with its place',
    `delete from audit_chain using audit where audit.id = audit_id and target = 'c'; delete from audit where target = 'c'`,
    3,
  ],
  [
    'a row that was added beside the chain',
    `insert into audit (tenant_id, at, actor, action, target) select tenant_id, at, actor, action, 'new' from audit limit 1`,
    4,
  ],
  ['a row of another tenant', `update audit_chain set audit_id = -audit_id where number = 2`, 2],
];
for (const [what, text, number] of broken)
  test(`${what} is named`, async () => {
    for (const target of ['a', 'b', 'c']) await write(target);
    await tamper(text);
    expect(await verify()).toMatchObject({ fault: { number } });
  });

test('without the rights of its owner, the log cannot be changed at all', async () => {
  await write('a');
  for (const text of [
    `update audit set actor = 'x'`,
    'delete from audit',
    `update audit_chain set number = 9`,
    'delete from audit_chain',
  ])
    await expect(sql.raw(text).execute(registry.unguarded)).rejects.toMatchObject({ code: '23001' });
});

test('retention removes the oldest rows, says so, and leaves a chain that verifies', async () => {
  await write('old');
  await write('older than the cutoff too');
  registry.clock.advance(100 * dayMs);
  await write('new');
  expect(await retainAudit(registry)).toEqual({ deleted: 2 });
  const { rows } = await readAudit(registry.database, acme.id, { limit: 10 });
  expect(rows.map(({ action, target, number }) => [action, target, number])).toEqual([
    ['audit.expire', 'tenant/acme', 4],
    ['item.flag', 'new', 3],
  ]);
  expect(rows[0]?.details).toMatchObject({ rows: 2, through: 2 });
  expect(await verify()).toMatchObject({ rows: 2, end: { number: 4 }, fault: undefined });
  expect(await retainAudit(registry)).toEqual({ deleted: 0 });
});

test('an export has the rows of the filters in the order of the chain, each with its hash', async () => {
  await write('a');
  registry.clock.advance(dayMs);
  await write('b');
  await write('c');
  const all = await findInChain(registry.database, acme.id, { after: 0, limit: 10, filter: {} });
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3]);
  for (const { previous, entry = '', hash } of all) expect(chainHash(previous, entry)).toBe(hash);
  const found = (filter: object, after = 0) =>
    findInChain(registry.database, acme.id, { after, limit: 10, filter }).then((rows) =>
      rows.map(({ number }) => number),
    );
  expect(await found({ from: '2026-01-16', to: '2026-01-16' })).toEqual([2, 3]);
  expect(await found({ to: '2026-01-15' })).toEqual([1]);
  expect(await found({ target: 'B' })).toEqual([2]);
  expect(await found({}, 2)).toEqual([3]);
});

const pkcs8 = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

test('checkpoints are signed once for what was added, and prove a chain that was made again to be another', async () => {
  const key = checkpointKey(pkcs8());
  await write('a');
  expect(await signCheckpoints(registry, key)).toBe(1);
  expect(await signCheckpoints(registry, key)).toBe(0);
  await write('b');
  expect(await signCheckpoints(registry, key)).toBe(1);
  const copies = await readCheckpoints(registry.database, acme);
  expect(copies.map(({ number }) => number)).toEqual([1, 2]);
  const publicKey = checkpointPublicKey(publicKeyText(key.publicKey));
  expect(copies.every((copy) => isSignedBy(publicKey, copy))).toBe(true);
  expect(await verifyCheckpoints(registry.database, acme, { key: publicKey })).toEqual({
    count: 2,
    signed: 2,
    fault: undefined,
  });

  // The whole chain made again, with the function of the database itself.
  await tamper(`update audit set actor = 'user:innocent' where target = 'a'; delete from audit_chain; delete from audit_heads;
    delete from audit_checkpoints; select extend_audit_chain(id, 0) from tenants`);
  expect(await verify()).toMatchObject({ rows: 2, fault: undefined });
  expect(await verifyCheckpoints(registry.database, acme, { key: publicKey, copies })).toMatchObject({
    fault: { number: 1 },
  });
});

test('a checkpoint with a signature of somebody else is named', async () => {
  const key = checkpointKey(pkcs8());
  await write('a');
  await signCheckpoints(registry, key);
  const [copy] = await readCheckpoints(registry.database, acme);
  if (copy === undefined) throw new Error('there is no checkpoint');
  const forged = checkpointKey(pkcs8()).sign(copy);
  const copies = [{ ...forged, key_id: key.id }];
  expect(await verifyCheckpoints(registry.database, acme, { key: key.publicKey, copies })).toMatchObject({
    fault: { number: 1, fault: 'a checkpoint has a wrong signature' },
  });
});
