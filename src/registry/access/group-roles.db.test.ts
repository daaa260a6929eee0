import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import type { Tenant } from '../rules/access/principal.js';
import { type TestAccess, testAccess } from './access.fixture.js';
import { readGroupRoles, setGroupRoles } from './group-roles.js';
import { listMembers } from './members.js';

let access: TestAccess;
beforeAll(async () => {
  access = await testAccess();
});
afterAll(() => access.registry.close());

const actorIn = ({ id }: Tenant) => ({ tenantId: id, actor: 'service:test', ip: null });

async function rolesOf({ id }: Tenant) {
  const members = await listMembers(access.registry.database, id);
  return members.map(({ email, role, roleFrom }) => [email, role, roleFrom]);
}

/** As provisioning stores it. */
async function group(tenant: Tenant, name: string, userIds: readonly number[]): Promise<void> {
  const { unguarded } = access.registry;
  const id = crypto.randomUUID();
  const at = new Date(0);
  await unguarded
    .insertInto('groups')
    .values({
      tenant_id: tenant.id,
      id,
      name,
      external_id: `${name}-id`,
      provisioned_by: 'service:idp',
      created_at: at,
      updated_at: at,
    })
    .execute();
  for (const user_id of userIds)
    await unguarded
      .insertInto('group_members')
      .values({ tenant_id: tenant.id, group_id: id, user_id })
      .execute();
}

test('the table gives the members of groups their roles at once, by name or by id, and takes them again', async () => {
  const tenant = await access.registry.tenant('one');
  await access.member(tenant, 'boss@example.com', 'admin');
  const ada = await access.member(tenant, 'ada@example.com', 'viewer');
  const bob = await access.member(tenant, 'bob@example.com', 'curator');
  await group(tenant, 'designers', [ada.userId, bob.userId]);
  await group(tenant, 'leads', [ada.userId]);
  const actor = actorIn(tenant);
  const set = (table: Parameters<typeof setGroupRoles>[2]) => setGroupRoles(access.registry, actor, table);
  await set([
    { group: 'designers', role: 'publisher' },
    { group: 'leads-id', role: 'admin' },
  ]);
  expect(await rolesOf(tenant)).toEqual([
    ['ada@example.com', 'admin', 'leads-id'],
    ['bob@example.com', 'publisher', 'designers'],
    ['boss@example.com', 'admin', null],
  ]);
  await set([]);
  expect(await rolesOf(tenant)).toEqual([
    ['ada@example.com', 'viewer', null],
    ['bob@example.com', 'viewer', null],
    ['boss@example.com', 'admin', null],
  ]);
  const { rows } = await readAudit(access.registry.database, tenant.id, { limit: 3 });
  expect(rows.map(({ action, target, details }) => [action, target, details])).toEqual([
    ['member.change', 'user:bob@example.com', { from: 'publisher', to: 'viewer', group: null }],
    ['member.change', 'user:ada@example.com', { from: 'admin', to: 'viewer', group: null }],
    [
      'settings.group-roles',
      'group-roles',
      { from: { designers: 'publisher', 'leads-id': 'admin' }, to: {} },
    ],
  ]);
});

test('a table that would leave no admin is refused, and nothing changes', async () => {
  const tenant = await access.registry.tenant('two');
  const { userId } = await access.member(tenant, 'only@example.com', 'admin');
  await group(tenant, 'staff', [userId]);
  await expect(
    setGroupRoles(access.registry, actorIn(tenant), [{ group: 'staff', role: 'viewer' }]),
  ).rejects.toMatchObject({ code: 'bad-value', message: 'with these roles the tenant would have no admin' });
  expect(await rolesOf(tenant)).toEqual([['only@example.com', 'admin', null]]);
  expect(await readGroupRoles(access.registry.database, tenant.id)).toEqual([]);
});
