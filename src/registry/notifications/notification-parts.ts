/*
 * What notifying needs besides the registry: connections to the outside, the keys of stored secrets, the mail server, and
 * the address of the registry for links. The server opens it once.
 */

import { type GuardedFetch, guardedFetch } from '../outbound/guarded-fetch.js';
import type { IsAllowedAddress } from '../outbound/networks.js';
import type { Registry } from '../registry.js';
import type { SecretKeys } from '../sign-in/sealed-secret.js';
import type { SendMail } from './send-mail.js';

export interface NotificationConfig {
  readonly secretKeys: SecretKeys;
  /** Whether the server may connect to a private address. */
  readonly isOutboundListed: IsAllowedAddress;
  readonly publicUrl: string | undefined;
}

export interface NotificationParts {
  readonly registry: Pick<Registry, 'database' | 'changes' | 'clock' | 'log'>;
  readonly fetch: GuardedFetch;
  readonly secretKeys: SecretKeys;
  /** Undefined where the server sends no mail. */
  readonly sendMail: SendMail | undefined;
  readonly origin: string | undefined;
}

export function openNotifications(
  registry: NotificationParts['registry'],
  { secretKeys, isOutboundListed, publicUrl: origin }: NotificationConfig,
  sendMail: SendMail | undefined,
): NotificationParts {
  const fetch = guardedFetch({ isListed: isOutboundListed, timeoutMs: 5_000, maxBytes: 16 * 1_024 });
  return { registry, fetch, secretKeys, sendMail, origin };
}
