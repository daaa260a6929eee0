/*
 * The parts of the server of `coppice registry serve`.
 */

import { mirrorTopic } from '../data/mirror/mirror-topic.js';
import { openStorage } from '../data/storage/open-storage.js';
import { openCatalog } from '../items/catalog/catalog.js';
import { openNotifications } from '../notifications/notification-parts.js';
import { smtpMail } from '../notifications/send-mail.js';
import type { Registry } from '../registry.js';
import { openSignIn } from '../sign-in/sign-in-parts.js';
import { openTrustedPublishing } from '../trusted/exchange-identity.js';
import { batchedUsageQueue } from '../usage/batched-queue.js';
import type { Environment, RegistryConfig } from './config.js';
import { accountHandlers } from './http/handlers/account.js';
import { auditHandlers } from './http/handlers/audit.js';
import { catalogHandlers } from './http/handlers/catalog.js';
import { discoveryHandlers } from './http/handlers/discovery.js';
import { draftHandlers } from './http/handlers/drafts.js';
import { memberHandlers } from './http/handlers/members.js';
import { namespaceHandlers } from './http/handlers/namespaces.js';
import { notificationHandlers } from './http/handlers/notifications.js';
import { programHandlers } from './http/handlers/programs.js';
import { publishHandlers } from './http/handlers/publish.js';
import { scimHandlers } from './http/handlers/scim.js';
import { signInHandlers } from './http/handlers/sign-in.js';
import { trustedPublishingHandlers } from './http/handlers/trusted-publishing.js';
import { usageHandlers } from './http/handlers/usage.js';
import { auditCheckpoints, auditRetention } from './jobs/audit-upkeep.js';
import { decaySweep } from './jobs/decay-sweep.js';
import { embeddingJob } from './jobs/embedding-job.js';
import { notificationJobs } from './jobs/notification-jobs.js';
import { orphanSweep } from './jobs/orphan-sweep.js';
import { outboxWorker } from './jobs/outbox-worker.js';
import type { Job } from './jobs/periodic-job.js';
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
        ...auditHandlers(config.auditKey),
        ...programHandlers,
        ...signInHandlers(openSignIn(registry, config)),
        ...memberHandlers,
        ...namespaceHandlers,
        ...trustedPublishingHandlers(openTrustedPublishing(registry, config)),
        ...notificationHandlers(notificationsOf(registry, config)),
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
  jobs: (registry, config, { environment }) => jobsOf(registry, config, environment),
};

function jobsOf(registry: Registry, config: RegistryConfig, environment: Environment): readonly Job[] {
  const { decayCheckSeconds, gitRepoPath: folder, auditKey } = config;
  return [
    decaySweep(registry, decayCheckSeconds),
    usageRetention(registry),
    auditRetention(registry),
    auditCheckpoints(registry, auditKey),
    orphanSweep(registry),
    embeddingJob(registry),
    searchTermsJob(registry),
    outboxWorker(registry, mirrorTopic(folder === undefined ? undefined : { folder, environment })),
    ...notificationJobs(registry, notificationsOf(registry, config)),
  ];
}

function notificationsOf(registry: Registry, config: RegistryConfig) {
  const { smtp, publicUrl } = config;
  const { smtpFrom = `coppice@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}` } =
    config;
  return openNotifications(registry, config, smtp && smtpMail(smtp, smtpFrom));
}
