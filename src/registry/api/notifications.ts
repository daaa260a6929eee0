/*
 * What the registry notifies of, by webhook and by mail.
 */

import { z } from 'zod';

export const notificationEvents = [
  'draft.waiting',
  'item.flagged',
  'version.published',
  'member.changed',
  'scan.changed',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

export const notificationEvent = z.enum(notificationEvents);

/** A set of events: each at most once. */
export const eventSet = z
  .array(notificationEvent)
  .max(notificationEvents.length)
  .refine((events) => new Set(events).size === events.length, 'an event is named twice');
