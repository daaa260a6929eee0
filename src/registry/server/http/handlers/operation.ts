/*
 * Handlers about the server itself: health, readiness, the description of the API, and metrics.
 */

import manifest from '../../../../../package.json' with { type: 'json' };
import { CoppiceError } from '../../../../text/errors.js';
import type { operationRoutes } from '../../../api/routes/operation.js';
import type { Registry } from '../../../registry.js';
import { openApiDocument } from '../../../rules/http/openapi.js';
import type { Handlers } from '../handler.js';
import type { Metrics } from '../metrics.js';

/** Those of the table except the discovery documents, which are about the catalog. */
export type OperationRoutes = Pick<typeof operationRoutes, 'openApi' | 'health' | 'readiness' | 'metrics'>;

type PartState = 'up' | 'down';

export function operationHandlers(metrics: Metrics): Handlers<OperationRoutes> {
  let description: string | undefined;
  return {
    openApi: async () => {
      description ??= JSON.stringify(openApiDocument(manifest));
      return { bytes: description, mediaType: 'application/json; charset=utf-8' };
    },
    health: async () => ({ json: { status: 'ok', version: manifest.version } }),
    readiness: async ({ registry }) => {
      const [database, storage] = await Promise.all([
        stateOf(registry, 'database', () => queryDatabase(registry)),
        stateOf(registry, 'storage', () => registry.blobs.check()),
      ]);
      // Without changes nothing can be cached, which is slower but correct.
      const changes = registry.changes.revision(anyTenant) === undefined ? 'down' : 'up';
      const parts = { database, storage, changes };
      const isReady = database === 'up' && storage === 'up';
      const isComplete = isReady && changes === 'up';
      return { status: isReady ? 200 : 503, json: { status: isComplete ? 'ok' : 'degraded', parts } };
    },
    metrics: async () => ({ bytes: await metrics.text() }),
  };
}

/** Whether changes are received does not depend on the tenant. */
const anyTenant = { tenantId: 0, part: 'catalog' } as const;

async function stateOf({ log }: Registry, part: string, check: () => Promise<unknown>): Promise<PartState> {
  try {
    await check();
    return 'up';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof CoppiceError)) log.error({ part, reason }, 'a part could not be checked');
    return 'down';
  }
}

async function queryDatabase({ database }: Registry): Promise<void> {
  await database.selectNoFrom((select) => select.lit(1).as('one')).execute();
}
