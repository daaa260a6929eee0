import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import type { Tenant } from '../rules/access/principal.js';
import { type TestAccess, testAccess } from './access.fixture.js';
import { changeRole, listMembers, removeMember } from './members.js';

let access: TestAccess;
beforeAll(async () => {
  access = await testAccess();
});
afterAll(() => access.registry.close());

const lastAdmin = expect.objectContaining({
  code: 'bad-value',
  message: 'the last admin of a tenant cannot be demoted or removed',
});
const actorIn = ({ id }: Tenant) => ({ tenantId: id, actor: 'service:test', ip: '192.0.2.1' });

async function rolesOf({ id }: Tenant): Promise<Readonly<Record<string, string>>> {
  const members = await listMembers(access.registry.database, id);
  return Object.fromEntries(members.map(({ email, role }) => [email, role]));
}

test('the last admin is neither demoted nor removed, until there is a second', async () => {
  const tenant = await access.registry.tenant('one');
  const actor = actorIn(tenant);
  const { userId } = await access.member(tenant, 'a@example.com', 'admin');
  await access.member(tenant, 'b@example.com', 'curator');
  const first = { id: String(userId) };
  await expect(changeRole(access.registry, actor, first, 'viewer')).rejects.toEqual(lastAdmin);
  await expect(removeMember(access.registry, actor, first)).rejects.toEqual(lastAdmin);
  await changeRole(access.registry, actor, { email: 'b@example.com' }, 'admin');
  await changeRole(access.registry, actor, first, 'viewer');
  await removeMember(access.registry, actor, first);
  expect(await rolesOf(tenant)).toEqual({ 'b@example.com': 'admin' });
});

test('two admins who demote or remove each other at the same instant leave one', async () => {
  for (const round of [0, 1, 2, 3]) {
    const tenant = await access.registry.tenant(`race-${round}`);
    await access.member(tenant, 'a@example.com', 'admin');
    await access.member(tenant, 'b@example.com', 'admin');
    const done = await Promise.allSettled([
      changeRole(access.registry, actorIn(tenant), { email: 'a@example.com' }, 'viewer'),
      round % 2 === 0
        ? changeRole(access.registry, actorIn(tenant), { email: 'b@example.com' }, 'viewer')
        : removeMember(access.registry, actorIn(tenant), { email: 'b@example.com' }),
    ]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(Object.values(await rolesOf(tenant)).filter((role) => role === 'admin')).toHaveLength(1);
  }
});

test('an admin who is disabled does not count', async () => {
  const tenant = await access.registry.tenant('two');
  await access.member(tenant, 'c@example.com', 'admin');
  await access.member(tenant, 'd@example.com', 'admin');
  await access.registry.unguarded
    .updateTable('users')
    .set({ disabled_at: new Date(0) })
    .where('email', '=', 'd@example.com')
    .execute();
  await expect(removeMember(access.registry, actorIn(tenant), { email: 'c@example.com' })).rejects.toEqual(
    lastAdmin,
  );
});

test('a removed member leaves no token, session or link, and the others keep theirs', async () => {
  const tenant = await access.registry.tenant('three');
  const emails = ['leaves@example.com', 'stays@example.com'];
  for (const email of emails) {
    await access.member(tenant, email, 'publisher');
    await access.token(tenant, { email });
    await access.session(tenant, { email });
    await access.link(tenant, email);
  }
  await removeMember(access.registry, actorIn(tenant), { email: 'leaves@example.com' });
  for (const table of ['tokens', 'sessions', 'sign_in_links'] as const) {
    const rows = await access.registry.unguarded
      .selectFrom(table)
      .select('user_id')
      .where('tenant_id', '=', tenant.id)
      .execute();
    const [stays] = await listMembers(access.registry.database, tenant.id);
    expect(new Set(rows.map(({ user_id }) => user_id)), table).toEqual(new Set([stays?.userId]));
  }
});

test('only members are found: not an unknown id, not a text, not a member of another tenant', async () => {
  const tenant = await access.registry.tenant('four');
  const other = await access.registry.tenant('five');
  const { userId } = await access.member(other, 'e@example.com', 'viewer');
  for (const which of [{ id: String(userId) }, { id: 'x' }, { id: '999999' }, { email: 'e@example.com' }])
    await expect(removeMember(access.registry, actorIn(tenant), which)).rejects.toMatchObject({
      code: 'not-found',
    });
});

test('a change is in the audit log, and a change to the same role is not', async () => {
  const tenant = await access.registry.tenant('six');
  await access.member(tenant, 'f@example.com', 'viewer');
  const which = { email: 'F@Example.com' };
  await changeRole(access.registry, actorIn(tenant), which, 'curator');
  await changeRole(access.registry, actorIn(tenant), which, 'curator');
  await removeMember(access.registry, actorIn(tenant), which);
  const { rows } = await readAudit(access.registry.database, tenant.id, { limit: 50 });
  expect(rows.map(({ action, actor, target, details }) => [action, actor, target, details])).toEqual([
    ['member.remove', 'service:test', 'user:f@example.com', { role: 'curator' }],
    ['member.change', 'service:test', 'user:f@example.com', { from: 'viewer', to: 'curator' }],
    ['member.add', 'admin:cli', 'user:f@example.com', { role: 'viewer' }],
  ]);
});
