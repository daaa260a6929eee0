/*
 * What the registry notifies of, in words.
 */

import type { NotificationEvent } from '../../registry/api/notifications.js';

export const eventWords: Readonly<Record<NotificationEvent, string>> = {
  'draft.waiting': 'A draft waits for a decision',
  'item.flagged': 'An item is a candidate for the archive',
  'version.published': 'A version is published',
  'member.changed': 'A member is added, changed or removed',
  'scan.changed': 'The scan judges a new version differently',
};

/** In the order in which they are offered. */
export const events = Object.keys(eventWords) as readonly NotificationEvent[];
