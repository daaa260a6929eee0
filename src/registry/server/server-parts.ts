/*
 * The parts of the server of `coppice registry serve`.
 */

import { mirrorTopic } from '../data/mirror/mirror-topic.js';
import { openStorage } from '../data/storage/open-storage.js';
import { openCatalog } from '../items/catalog/catalog.js';
import { openSignIn } from '../sign-in/sign-in-parts.js';
import { batchedUsageQueue } from '../usage/batched-queue.js';
import { accountHandlers } from './http/handlers/account.js';
import { catalogHandlers } from './http/handlers/catalog.js';
import { discoveryHandlers } from './http/handlers/discovery.js';
import { draftHandlers } from './http/handlers/drafts.js';
import { memberHandlers } from './http/handlers/members.js';
import { namespaceHandlers } from './http/handlers/namespaces.js';
import { programHandlers } from './http/handlers/programs.js';
import { publishHandlers } from './http/handlers/publish.js';
import { scimHandlers } from './http/handlers/scim.js';
import { signInHandlers } from './http/handlers/sign-in.js';
import { usageHandlers } from './http/handlers/usage.js';
import { decaySweep } from './jobs/decay-sweep.js';
import { embeddingJob } from './jobs/embedding-job.js';
import { orphanSweep } from './jobs/orphan-sweep.js';
import { outboxWorker } from './jobs/outbox-worker.js';
import { searchTermsJob } from './jobs/search-terms-job.js';
import { usageRetention } from './jobs/usage-retention.js';
import { mcpEndpoint } from './mcp/server.js';
import type { ServerParts } from './serve.js';
import { openEmbedder } from './threads/embedding-thread.js';
import { openBundles } from './threads/open-bundles.js';

export const serverParts: ServerParts = {
  openAnswers: (registry, { config }) => {
    const catalog = openCatalog(registry);
    return {
      handlers: {
        ...catalogHandlers(catalog),
        ...publishHandlers,
        ...usageHandlers,
        ...draftHandlers,
        ...accountHandlers,
        ...programHandlers,
        ...signInHandlers(openSignIn(registry, config)),
        ...memberHandlers,
        ...namespaceHandlers,
        ...scimHandlers,
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
    searchTermsJob(registry),
    outboxWorker(registry, mirrorTopic(folder === undefined ? undefined : { folder, environment })),
  ],
};
