import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import { changeSettings } from './tenants.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

test('two changes of different settings at the same instant both take effect', async () => {
  const tenant = await registry.tenant('acme');
  const caller = registry.caller(tenant);
  await Promise.all([
    changeSettings(registry, caller, { conflicts: 'opaque' }),
    changeSettings(registry, caller, { decay: { skill: { days: 90 } } }),
    changeSettings(registry, caller, { decay: { agent: { enabled: true } } }),
  ]);
  const settings = await changeSettings(registry, caller, {});
  expect(settings).toMatchObject({
    conflicts: 'opaque',
    decay: { skill: { days: 90, max_uses: 3 }, agent: { enabled: true } },
  });
});

test('a change is in the audit log, as it was requested', async () => {
  const tenant = await registry.tenant('globex');
  await changeSettings(registry, registry.caller(tenant), { visibility: 'public' });
  const { rows } = await readAudit(registry.database, tenant.id, { limit: 2 });
  expect(rows).toMatchObject([
    {
      action: 'settings.change',
      actor: 'service:tester',
      target: 'tenant/globex',
      details: { visibility: 'public' },
      ip: '127.0.0.1',
    },
  ]);
});
