import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitor } from '../../access/access.fixture.js';
import { listMembers } from '../../access/members.js';
import { signIn } from '../../access/sessions.js';
import { makeSignInLink } from '../../access/sign-in-links.js';
import { publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { countItems, openLocalTenant } from './local-tenant.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

test('the tenant is created once, even by several servers, with one admin who can sign in', async () => {
  const ada = { email: 'ada@localhost', name: 'Ada' };
  const [first, second] = await Promise.all([openLocalTenant(registry, ada), openLocalTenant(registry, ada)]);
  const third = await openLocalTenant(registry, { email: 'other@localhost', name: 'Ada by another name' });
  expect([second, third]).toEqual([first, first]);
  const { tenant, principal, email } = first;
  expect([tenant.slug, principal.name, principal.role]).toEqual(['local', 'user:ada@localhost', 'admin']);
  expect(await listMembers(registry.database, tenant.id)).toMatchObject([{ ...ada, role: 'admin' }]);

  const { path } = await makeSignInLink(registry, tenant.id, email);
  const text = path.replace('/sign-in#', '');
  const opened = await signIn(registry, { kind: 'link', text, tenant: undefined, ...visitor });
  expect(opened.principal.scopes).toEqual(principal.scopes);
});

test('items are counted whatever their state, and those of other tenants are not', async () => {
  const mine = await publishingIn(registry, 'counted');
  const other = await publishingIn(registry, 'uncounted');
  await mine.publish('one@1.0.0', {});
  await mine.publish('two@1.0.0', {});
  await other.publish('one@1.0.0', {});
  expect(await countItems(registry, mine.tenant.id)).toBe(2);
});
