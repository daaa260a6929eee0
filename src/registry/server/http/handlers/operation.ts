/*
 * Handlers about the server itself: health, readiness, the description of the API, and metrics.
 */

import manifest from '../../../../../package.json' with { type: 'json' };
import type { operationRoutes } from '../../../api/routes/operation.js';
import type { Registry } from '../../../registry.js';
import { openApiDocument } from '../../../rules/http/openapi.js';
import type { Handlers } from '../handler.js';
import type { Metrics } from '../metrics.js';
import { type PartState, partState } from '../readiness.js';

/** Those of the table except the discovery documents, which are about the catalog. */
export type OperationRoutes = Pick<typeof operationRoutes, 'openApi' | 'health' | 'readiness' | 'metrics'>;

/** `stopping` is aborted when the server begins to stop. */
export function operationHandlers(metrics: Metrics, stopping?: AbortSignal): Handlers<OperationRoutes> {
  let description: string | undefined;
  let parts: ReturnType<typeof checkedParts> | undefined;
  return {
    openApi: async () => {
      description ??= JSON.stringify(openApiDocument(manifest));
      return { bytes: description, mediaType: 'application/json; charset=utf-8' };
    },
    health: async () => ({ json: { status: 'ok', version: manifest.version } }),
    readiness: async ({ registry }) => {
      parts ??= checkedParts(registry);
      const [database, storage] = await Promise.all([parts.database(), parts.storage()]);
      // Without changes nothing can be cached, which is slower but correct.
      const changes = registry.changes.revision(anyTenant) === undefined ? 'down' : 'up';
      const isStopping = stopping?.aborted ?? false;
      const isReady = database === 'up' && storage === 'up' && !isStopping;
      const status = isStopping ? 'stopping' : isReady && changes === 'up' ? 'ok' : 'degraded';
      return { status: isReady ? 200 : 503, json: { status, parts: { database, storage, changes } } };
    },
    metrics: async () => ({ bytes: await metrics.text() }),
  };
}

/** Whether changes are received does not depend on the tenant. */
const anyTenant = { tenantId: 0, part: 'catalog' } as const;

function checkedParts(registry: Registry): Record<'database' | 'storage', () => Promise<PartState>> {
  const { blobs, log } = registry;
  return {
    database: partState({ name: 'database', check: () => queryDatabase(registry), freshMs: 0 }, { log }),
    // It writes to a disk or a bucket.
    storage: partState({ name: 'storage', check: () => blobs.check(), freshMs: 5_000 }, { log }),
  };
}

async function queryDatabase({ database }: Registry): Promise<void> {
  await database.selectNoFrom((select) => select.lit(1).as('one')).execute();
}
