import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { suspendMember } from '../../src/registry/access/change-member.js';
import { addMember } from '../../src/registry/access/members.js';
import { makeSignInLink } from '../../src/registry/access/sign-in-links.js';
import { adminActor, createTenant, tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { makeToken } from '../../src/registry/access/tokens.js';
import type { Scope } from '../../src/registry/api/names.js';
import { announceOnly } from '../../src/registry/data/db/changes.js';
import { openPool } from '../../src/registry/data/db/pool.js';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import type { RegistryRows } from '../../src/registry/registry.js';
import { serve } from '../../src/registry/server/serve.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import { type Clock, systemClock } from '../../src/system/clock.js';
import { silentLog } from '../../src/system/log.js';
import { interruptibleProxy } from './interruptible-proxy.js';

interface Team {
  readonly registry: RegistryRows;
  readonly databaseUrl: string;
  readonly tenantId: number;
  token(
    owner: { readonly service: string } | { readonly email: string },
    ...scopes: readonly Scope[]
  ): Promise<string>;
}

async function team(): Promise<Team> {
  const { url, drop } = await createDatabase('coppice_template');
  onTestFinished(drop);
  const pool = openPool(url, { log: silentLog, maxConnections: 2 });
  onTestFinished(() => pool.close());
  const registry = { database: pool.database, changes: announceOnly, clock: systemClock };
  await createTenant(registry, { slug: 'acme', name: 'Acme' });
  const tenantId = await tenantIdBySlug(pool.database, 'acme');
  await addMember(registry, tenantId, { email: 'boss@example.com', name: '', role: 'admin' });
  const token: Team['token'] = async (owner, ...scopes) =>
    (
      await makeToken(registry, tenantId, owner, {
        name: 'test',
        scopes,
        patterns: [],
        expiresAt: null,
      })
    ).text;
  return { registry, databaseUrl: url, tenantId, token };
}

async function replica(databaseUrl: string, clock: Clock = systemClock): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-replica-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const environment = {
    COPPICE_DATABASE_URL: databaseUrl,
    COPPICE_LOG_LEVEL: 'silent',
    COPPICE_STOP_GRACE_SECS: '0',
  };
  const server = await serve(
    { host: '127.0.0.1', port: 0, environment, home, clock, webFolder: join(home, 'web') },
    serverParts,
  );
  onTestFinished(() => server.stop());
  return server.url;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function send(url: string, method: string, token: string, json: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...bearer(token), 'content-type': 'application/scim+json' },
    body: JSON.stringify(json),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

test('whom the provider deactivates through one replica loses token, session and link on both', async () => {
  const { registry, databaseUrl, tenantId, token } = await team();
  const urls = [await replica(databaseUrl), await replica(databaseUrl)] as const;
  const scim = await token({ service: 'idp' }, 'tenant:scim');
  const email = 'ada@example.com';
  const { id } = z
    .object({ id: z.string() })
    .parse(await send(`${urls[0]}/scim/v2/Users`, 'POST', scim, { userName: email, externalId: 'x' }));
  const link = async () => ({
    link: (await makeSignInLink(registry, tenantId, email)).path.slice('/sign-in#'.length),
  });
  const open = async (url: string, credential: object) =>
    fetch(`${url}/v1/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credential),
    });
  const opened = await open(urls[1], await link());
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const unused = await link();
  const credentials = [bearer(await token({ email }, 'skills:read')), { cookie }];
  const answers = async () =>
    Promise.all(
      urls.flatMap((url) =>
        credentials.map(async (headers) => (await fetch(`${url}/v1/skills`, { headers })).status),
      ),
    );
  expect([await answers(), await answers()]).toEqual([
    [200, 200, 200, 200],
    [200, 200, 200, 200],
  ]);
  const patch = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
  await send(`${urls[0]}/scim/v2/Users/${id}`, 'PATCH', scim, patch);
  await vi.waitFor(async () => expect(await answers()).toEqual([401, 401, 401, 401]), {
    timeout: 30_000,
    interval: 5,
  });
  for (const url of urls) expect((await open(url, unused)).status).toBe(401);
});

test('a replica that cannot reach the database answers from memory for a minute, and refuses once it is back', async () => {
  const { registry, databaseUrl, tenantId, token } = await team();
  let ahead = 0;
  const proxy = await interruptibleProxy();
  const url = await replica(proxy.to(databaseUrl), { now: () => systemClock.now() + ahead });
  await addMember(registry, tenantId, { email: 'ada@example.com', name: '', role: 'publisher' });
  const headers = bearer(await token({ email: 'ada@example.com' }, 'skills:read', 'members:read'));
  const status = async (path: string, method = 'GET') =>
    (await fetch(`${url}${path}`, { method, headers })).status;
  expect([await status('/v1/skills'), await status('/v1/skills')]).toEqual([200, 200]);
  proxy.interrupt();
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(503), { timeout: 30_000 });
  await suspendMember(registry, adminActor(tenantId), { email: 'ada@example.com' });
  // Only what the replica had answered before; nothing that needs the database, and no change.
  expect(await status('/v1/skills')).toBe(200);
  expect(await status('/v1/skills?query=other')).toBe(503);
  expect(await status('/v1/tenant/members')).toBe(503);
  ahead = 60_000;
  expect(await status('/v1/skills')).toBe(503);
  proxy.resume();
  await vi.waitFor(async () => expect(await status('/v1/skills')).toBe(401), { timeout: 30_000 });
});
