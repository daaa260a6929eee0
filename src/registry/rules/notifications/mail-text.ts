/*
 * A notification as a mail: a subject, one sentence, where to look, and how to get no more of them.
 */

import type { Notification } from './notification.js';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

interface Place {
  readonly tenant: string;
  /** Undefined where the server does not know its own address. */
  readonly origin: string | undefined;
}

export function mailOf(notification: Notification, { tenant, origin }: Place): Mail {
  const { sentence, path } = contentOf(notification);
  const lines = [
    `${sentence} (${notification.actor}, ${notification.at.slice(0, 16).replace('T', ' ')} UTC)`,
    ...(origin === undefined ? [] : ['', `${origin}${path}`]),
    '',
    origin === undefined
      ? 'You can choose what you get mail about on the page My account.'
      : `Choose what you get mail about: ${origin}/account`,
  ];
  return { subject: `[${tenant}] ${sentence}`, text: `${lines.join('\n')}\n` };
}

function contentOf({ event, action, target, details }: Notification): {
  readonly sentence: string;
  readonly path: string;
} {
  const name = nameIn(target);
  switch (event) {
    case 'draft.waiting':
      return {
        sentence: `A draft of ${text(details['slug'], name)} waits for a decision`,
        path: `/drafts/${encodeURIComponent(name)}`,
      };
    case 'item.flagged':
      return { sentence: `${name} is a candidate for the archive`, path: '/graveyard' };
    case 'version.published':
      return { sentence: `${name} was published`, path: itemPath(target) };
    case 'scan.changed':
      return {
        sentence: `The scan of ${name} says ${text(details['to'], 'something else')} instead of ${text(details['from'], 'nothing')}`,
        path: `${itemPath(target)}?tab=scan`,
      };
    case 'member.changed':
      return { sentence: `${target.replace(/^user:/, '')}: ${memberWords(action)}`, path: '/members' };
    default:
      return event satisfies never;
  }
}

const memberActions: Readonly<Record<string, string>> = {
  'member.add': 'was added',
  'member.join': 'joined',
  'member.invite': 'was invited',
  'member.withdraw-invite': 'the invitation was withdrawn',
  'member.change': 'the role was changed',
  'member.rename': 'the address was changed',
  'member.suspend': 'was suspended',
  'member.reinstate': 'may sign in again',
  'member.remove': 'was removed',
  'member.provision': 'is managed by the identity provider',
  'member.hand-over': 'is managed by the identity provider',
};

function memberWords(action: string): string {
  return memberActions[action] ?? action;
}

/** `deploy@1.0.0` of `skill/deploy@1.0.0`, an id of `draft/ID`. */
function nameIn(target: string): string {
  return target.slice(target.indexOf('/') + 1);
}

function itemPath(target: string): string {
  const slug = nameIn(target).replace(/@[^@/]*$/, '');
  return `/skills/${slug.split('/').map(encodeURIComponent).join('/')}`;
}

/** Details are what was written once, perhaps by another version. */
function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
