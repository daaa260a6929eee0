/*
 * Which entries of the audit log are notified of, and as what.
 */

import type { NotificationEvent } from '../../api/notifications.js';

export interface ChainedEntry {
  readonly number: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Notification {
  readonly event: NotificationEvent;
  /** The number of the entry in the audit log. */
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  /** What was done, as the audit log has it: `version.publish`, `member.suspend`. */
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Undefined where nobody is notified. */
export function notificationOf(entry: ChainedEntry): Notification | undefined {
  const event = eventOf(entry.action);
  return event && { ...entry, event, at: entry.at.toISOString() };
}

function eventOf(action: string): NotificationEvent | undefined {
  switch (action) {
    case 'draft.create':
      return 'draft.waiting';
    case 'item.flag':
      return 'item.flagged';
    case 'version.publish':
      return 'version.published';
    default:
      return action.startsWith('member.') ? 'member.changed' : undefined;
  }
}

/** The new version is not judged as the one before it. */
export function scanChanged(
  published: Notification,
  { from, to }: { readonly from: string; readonly to: string },
): Notification {
  return { ...published, event: 'scan.changed', details: { from, to } };
}

/** `skill/deploy@1.0.0` of the kind and slug; a draft and a member have none. */
export function itemIn(
  target: string,
): { readonly kind: string; readonly slug: string; readonly version?: string } | undefined {
  const [, kind, slug, version] = /^(skill|agent|command)\/(.+?)(?:@([^@/]+))?$/.exec(target) ?? [];
  if (kind === undefined || slug === undefined) return undefined;
  return { kind, slug, ...(version !== undefined && { version }) };
}
