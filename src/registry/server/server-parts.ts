/*
 * The parts of the server of `coppice registry serve`.
 */

import { mirrorTopic } from '../data/mirror/mirror-topic.js';
import { openStorage } from '../data/storage/open-storage.js';
import { openCatalog } from '../items/catalog/catalog.js';
import { batchedUsageQueue } from '../usage/batched-queue.js';
import { accountHandlers } from './http/handlers/account.js';
import { catalogHandlers } from './http/handlers/catalog.js';
import { discoveryHandlers } from './http/handlers/discovery.js';
import { draftHandlers } from './http/handlers/drafts.js';
import { localHandlers } from './http/handlers/local.js';
import { publishHandlers } from './http/handlers/publish.js';
import { usageHandlers } from './http/handlers/usage.js';
import { decaySweep } from './jobs/decay-sweep.js';
import { embeddingJob } from './jobs/embedding-job.js';
import { orphanSweep } from './jobs/orphan-sweep.js';
import { outboxWorker } from './jobs/outbox-worker.js';
import { usageRetention } from './jobs/usage-retention.js';
import { mcpEndpoint } from './mcp/server.js';
import type { ServerParts } from './serve.js';
import { openEmbedder } from './threads/embedding-thread.js';
import { openBundles } from './threads/open-bundles.js';

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
      home,
      environment,
      log,
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
