import { afterAll, beforeAll } from 'vitest';
import { httpRemote } from '../../src/client/remote/http-remote.js';
import { remoteContract } from '../../src/client/remote/remote.contract.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import type { Caller } from '../../src/registry/rules/access/principal.js';
import { registryConfig } from '../../src/registry/server/config.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { operationHandlers } from '../../src/registry/server/http/handlers/operation.js';
import { type Listening, listen } from '../../src/registry/server/http/listen.js';
import { createMetrics } from '../../src/registry/server/http/metrics.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import { CoppiceError } from '../../src/text/errors.js';

let registry: TestRegistry;
let server: Listening;
/** Callers by tenant. */
const callers = new Map<string, Caller>();

beforeAll(async () => {
  registry = await testRegistry();
  const metrics = createMetrics();
  const app = createApp({
    registry,
    authenticate: async ({ tenantHeader = '', authorization }) => {
      const caller = callers.get(tenantHeader);
      if (caller !== undefined && authorization === 'Bearer cop_good') return caller;
      throw new CoppiceError('unauthorized', 'nobody knows this token');
    },
    handlers: {
      ...serverParts.openAnswers(registry, { config: registryConfig({}, '/home') }).handlers,
      ...operationHandlers(metrics),
    },
    metrics,
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server.stop();
  await registry.close();
});

remoteContract('a real registry over HTTP', async () => {
  const tenant = `tenant-${callers.size}`;
  callers.set(tenant, registry.caller(await registry.tenant(tenant)));
  return httpRemote({ place: { url: server.url, tenant }, token: 'cop_good' });
});
