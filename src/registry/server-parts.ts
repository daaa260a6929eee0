/*
 * What `coppice registry serve` puts the server together from.
 */

import { openCatalog } from './catalog/catalog.js';
import { embeddingJob } from './embedding/embedding-job.js';
import { openEmbedder } from './embedding/open-embedder.js';
import { accountHandlers } from './http/handlers/account.js';
import { catalogHandlers } from './http/handlers/catalog.js';
import { discoveryHandlers } from './http/handlers/discovery.js';
import { draftHandlers } from './http/handlers/drafts.js';
import { localHandlers } from './http/handlers/local.js';
import { publishHandlers } from './http/handlers/publish.js';
import { usageHandlers } from './http/handlers/usage.js';
import { orphanSweep } from './jobs/orphan-sweep.js';
import { outboxWorker } from './jobs/outbox-worker.js';
import { usageRetention } from './jobs/retention.js';
import { decaySweep } from './jobs/sweep.js';
import { mcpEndpoint } from './mcp/endpoint.js';
import { mirrorTopic } from './mirror/mirror-topic.js';
import { openBundles } from './publish/open-bundles.js';
import type { ServerParts } from './serve.js';
import { openStorage } from './storage/open-storage.js';
import { batchedUsageQueue } from './usage/batched-queue.js';

export const serverParts: ServerParts = {
  openAnswers: (registry, { local }) => {
    const catalog = openCatalog(registry);
    return {
      handlers: {
        ...catalogHandlers(catalog),
        ...publishHandlers,
        ...usageHandlers,
        ...draftHandlers,
        ...accountHandlers,
        ...localHandlers(local),
        ...discoveryHandlers(catalog),
      },
      mcp: mcpEndpoint(catalog),
    };
  },
  openBlobs: ({ storage }, { environment }) => openStorage(storage, environment),
  openEmbedder: ({ embeddings }, { home, environment, embeddingWorker }, log) =>
    openEmbedder(embeddings, {
      ...{ home, environment, log },
      ...(embeddingWorker !== undefined && { workerFile: embeddingWorker }),
    }),
  openBundles: ({ bundleWorker }, log) => openBundles(bundleWorker, { log }),
  openUsage: batchedUsageQueue,
  jobs: (registry, { decayCheckSeconds, gitRepoPath: folder }, { environment }) => [
    decaySweep(registry, decayCheckSeconds),
    usageRetention(registry),
    orphanSweep(registry),
    embeddingJob(registry),
    outboxWorker(registry, mirrorTopic(folder === undefined ? undefined : { folder, environment })),
  ],
};
