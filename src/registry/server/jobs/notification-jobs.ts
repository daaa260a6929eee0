/*
 * The jobs behind webhooks and mail: one follows the audit logs, two send.
 */

import { webhookTopic } from '../../notifications/deliver-webhook.js';
import { followAudit } from '../../notifications/follow-audit.js';
import type { NotificationParts } from '../../notifications/notification-parts.js';
import { mailTopic } from '../../notifications/send-mail.js';
import type { Registry } from '../../registry.js';
import { outboxWorker } from './outbox-worker.js';
import type { Job } from './periodic-job.js';
import { pollingJob } from './polling-job.js';

export function notificationJobs(registry: Registry, parts: NotificationParts): readonly Job[] {
  return [
    pollingJob(registry, {
      name: 'follow audit',
      round: (isStopping) => followAudit(parts, registry, isStopping),
    }),
    outboxWorker(registry, webhookTopic(parts)),
    outboxWorker(registry, mailTopic(parts.sendMail)),
  ];
}
