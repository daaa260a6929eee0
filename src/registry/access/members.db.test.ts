import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import type { Tenant } from '../rules/access/principal.js';
import { sent, type TestAccess, testAccess, visitor } from './access.fixture.js';
import { authenticate } from './authenticate.js';
import { changeRole, reinstateMember, removeMember, suspendMember } from './change-member.js';
import { listMembers } from './members.js';
import { signIn } from './sessions.js';

let access: TestAccess;
beforeAll(async () => {
  access = await testAccess();
});
afterAll(() => access.registry.close());

const lastAdmin = expect.objectContaining({
  code: 'bad-value',
  message: 'the last admin of a tenant cannot be demoted, suspended or removed',
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

type Loss = (tenant: Tenant, email: string) => Promise<unknown>;
const losses: Readonly<Record<string, Loss>> = {
  demote: (tenant, email) => changeRole(access.registry, actorIn(tenant), { email }, 'viewer'),
  suspend: (tenant, email) => suspendMember(access.registry, actorIn(tenant), { email }),
  remove: (tenant, email) => removeMember(access.registry, actorIn(tenant), { email }),
};
const pairs = Object.keys(losses).flatMap((one) => Object.keys(losses).map((other) => [one, other] as const));

test.each(pairs)('of two admins one stays, where at the same instant they %s and %s', async (one, other) => {
  const tenant = await access.registry.tenant(`race-${one}-${other}`);
  const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
  for (const email of emails) await access.member(tenant, email, 'admin');
  const done = await Promise.allSettled(
    emails.map((email, index) => losses[index % 2 === 0 ? one : other]?.(tenant, email)),
  );
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const members = await listMembers(access.registry.database, tenant.id);
  expect(members.filter(({ role, state }) => role === 'admin' && state === 'active')).toHaveLength(1);
});

test('a suspended member loses tokens, sessions and links, and gets none of them back', async () => {
  const tenant = await access.registry.tenant('suspended');
  const email = 'ada@example.com';
  await access.member(tenant, 'boss@example.com', 'admin');
  await access.member(tenant, email, 'publisher');
  const token = await access.token(tenant, { email });
  const session = await access.session(tenant, { email });
  const link = await access.link(tenant, email);
  const useLink = () => signIn(access.registry, { kind: 'link', text: link, tenant: undefined, ...visitor });
  const refused = async () => {
    await expect(authenticate(access, sent({ token: token.text }))).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(authenticate(access, sent({ session: session.text }))).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(useLink()).rejects.toMatchObject({ code: 'unauthorized' });
  };
  await authenticate(access, sent({ token: token.text }));
  expect(await suspendMember(access.registry, actorIn(tenant), { email })).toMatchObject({
    state: 'suspended',
  });
  await suspendMember(access.registry, actorIn(tenant), { email });
  await refused();
  await expect(access.link(tenant, email)).rejects.toMatchObject({ code: 'conflict' });
  const back = () => reinstateMember(access.registry, actorIn(tenant), { email }, { overrule: false });
  expect(await back()).toMatchObject({ state: 'active', role: 'publisher' });
  await back();
  await refused();
  await access.session(tenant, { email });
  const { rows } = await readAudit(access.registry.database, tenant.id, { limit: 50, action: 'member.' });
  expect(rows.map(({ action, target }) => `${action} ${target}`).slice(0, 2)).toEqual([
    `member.reinstate user:${email}`,
    `member.suspend user:${email}`,
  ]);
});

test('neither the first admin nor an outsider can bring back whom the provider deactivated; the operator can', async () => {
  const tenant = await access.registry.tenant('deactivated');
  await access.member(tenant, 'boss@example.com', 'admin');
  const { userId } = await access.member(tenant, 'gone@example.com', 'viewer');
  await access.registry.unguarded
    .updateTable('memberships')
    .set({ provisioned_by: 'service:idp', deactivated_at: new Date(0) })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenant.id)
    .execute();
  const which = { email: 'gone@example.com' };
  const back = (overrule: boolean) => reinstateMember(access.registry, actorIn(tenant), which, { overrule });
  await expect(back(false)).rejects.toMatchObject({ code: 'conflict' });
  expect(await back(true)).toMatchObject({ state: 'active' });
});

test('a role that a group gives is not changed by hand', async () => {
  const tenant = await access.registry.tenant('grouped');
  await access.member(tenant, 'boss@example.com', 'admin');
  const { userId } = await access.member(tenant, 'g@example.com', 'viewer');
  await access.registry.unguarded
    .updateTable('memberships')
    .set({ role_from: 'staff' })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenant.id)
    .execute();
  await expect(
    changeRole(access.registry, actorIn(tenant), { email: 'g@example.com' }, 'admin'),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: 'the role of g@example.com comes from the group staff',
  });
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
