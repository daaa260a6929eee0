import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { registryConfig } from '../../src/registry/server/config.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { localHandlers } from '../../src/registry/server/http/handlers/local.js';
import { memorySkills } from '../../src/registry/server/local/local-skills.fixture.js';
import type { LocalSkills } from '../../src/registry/server/local/local-skills.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

/** The caller is an admin of the tenant. */
async function appFor(tenant: string, local?: LocalSkills) {
  const { admin } = await publishingIn(registry, tenant);
  const app = createApp({
    registry,
    config: registryConfig({}, '/home'),
    handlers: { ...everyRoute(async () => ({ json: {} })), ...localHandlers(local) },
    authenticate: async () => admin,
  });
  return async (method: string, path: string, json?: unknown): Promise<[number, unknown]> => {
    const headers = { 'content-type': 'application/json' };
    const body = json === undefined ? {} : { body: JSON.stringify(json), headers };
    const response = await app.request(`http://registry.test${path}`, { method, ...body });
    return [response.status, await response.json()];
  };
}

const imported = [{ id: 'home:deploy', slug: 'deploy', version: '0.1.0' }];

test('the skills of the machine are listed, and imported on request', async () => {
  const local = memorySkills();
  local.put('home:deploy');
  const ask = await appFor('local', local);
  const found = (isImported: boolean) => ({
    found: [expect.objectContaining({ id: 'home:deploy', slug: 'deploy', imported: isImported })],
  });
  expect(await ask('GET', '/v1/local/skills')).toEqual([200, found(false)]);
  expect(await ask('POST', '/v1/local/import', { ids: [] })).toEqual([200, { imported: [], skipped: [] }]);
  expect(await ask('POST', '/v1/local/import')).toEqual([200, { imported, skipped: [] }]);
  expect(await ask('GET', '/v1/local/skills')).toEqual([200, found(true)]);
});

test('too many ids at once are refused', async () => {
  const ask = await appFor('local-many', memorySkills());
  const ids = Array.from({ length: 201 }, (_, index) => `home:${index}`);
  expect((await ask('POST', '/v1/local/import', { ids }))[0]).toBe(400);
});

test.for<[string, string, LocalSkills | undefined]>([
  ['by a server for a team', 'local-team', undefined],
  ['to another tenant', 'acme', memorySkills()],
])('the skills of the machine are not shown %s', async ([_, tenant, local]) => {
  const ask = await appFor(tenant, local);
  const refused = [404, expect.objectContaining({ error: 'not_found' })];
  expect(await ask('GET', '/v1/local/skills')).toEqual(refused);
  expect(await ask('POST', '/v1/local/import')).toEqual(refused);
});
