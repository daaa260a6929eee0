import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRole, suspendMember } from '../../src/registry/access/change-member.js';
import { listMembers } from '../../src/registry/access/members.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { type SignInApp, signInApp } from './sign-in-app.js';

let app: SignInApp;
beforeAll(async () => {
  app = await signInApp();
});
afterAll(() => app.registry.close());

/** A write of an admin during whose body something happens to them. */
async function writeWhile(tenant: Tenant, happens: (email: string) => Promise<unknown>): Promise<number> {
  const email = 'leaver@example.com';
  await app.member(tenant, 'boss@example.com', 'admin');
  await app.member(tenant, email, 'admin');
  const { text } = await app.token(tenant, { email, scopes: ['tenant:admin'] });
  const parts = ['{"slug":"mine","client_id":"c",', '"issuer":"https://id.example.com"}'];
  // Nothing is read before the caller was let in.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (parts.length === 1) await happens(email);
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(Buffer.from(part));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', body, duplex: 'half' as const };
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
  return (await app.request('/v1/tenant/providers', { ...init, headers })).status;
}

test.each([
  ['is suspended', 401, suspendMember],
  ['loses the role', 403, (...given: Parameters<typeof suspendMember>) => changeRole(...given, 'viewer')],
] as const)('whoever %s while their body comes is refused', async (why, status, happens) => {
  const tenant = await app.registry.tenant(why.replace(/\W/g, '-'));
  const actor = { tenantId: tenant.id, actor: 'service:test', ip: null };
  expect(await writeWhile(tenant, (email) => happens(app.registry, actor, { email }))).toBe(status);
  const made = await app.registry.unguarded.selectFrom('identity_providers').select('slug').execute();
  expect(made).toEqual([]);
});

test("a body that comes slowly is none of the caller's faults", async () => {
  const tenant = await app.registry.tenant('patient');
  expect(await writeWhile(tenant, () => listMembers(app.registry.database, tenant.id))).toBe(201);
});
