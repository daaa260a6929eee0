import { expect, test } from 'vitest';
import { mailOf } from './mail-text.js';
import { itemIn, notificationOf, scanChanged } from './notification.js';

function entry(action: string, target: string, details = {}) {
  return {
    number: 7,
    at: new Date(Date.UTC(2026, 0, 15, 12)),
    actor: 'user:ada@example.com',
    action,
    target,
    details,
  };
}

const rows: readonly (readonly [
  action: string,
  target: string,
  details: object,
  event: string,
  subject: string,
  path: string,
])[] = [
  [
    'draft.create',
    'draft/0b5b',
    { kind: 'skill', slug: 'deploy' },
    'draft.waiting',
    'A draft of deploy waits for a decision',
    '/drafts/0b5b',
  ],
  ['item.flag', 'skill/deploy', {}, 'item.flagged', 'deploy is a candidate for the archive', '/graveyard'],
  [
    'version.publish',
    'skill/deploy@1.0.0',
    {},
    'version.published',
    'deploy@1.0.0 was published',
    '/skills/deploy',
  ],
  [
    'version.publish',
    'skill/@design/deploy@1.0.0',
    {},
    'version.published',
    '@design/deploy@1.0.0 was published',
    '/skills/%40design/deploy',
  ],
  [
    'member.suspend',
    'user:bo@example.com',
    {},
    'member.changed',
    'bo@example.com: was suspended',
    '/members',
  ],
  ['member.turn', 'user:bo@example.com', {}, 'member.changed', 'bo@example.com: member.turn', '/members'],
];
for (const [action, target, details, event, subject, path] of rows)
  test(`${action} ${target} is notified of as ${event}`, () => {
    const notification = notificationOf(entry(action, target, details));
    expect(notification).toMatchObject({ event, number: 7, at: '2026-01-15T12:00:00.000Z' });
    if (notification === undefined) return;
    const mail = mailOf(notification, { tenant: 'acme', origin: 'https://skills.example.com' });
    expect(mail.subject).toBe(`[acme] ${subject}`);
    expect(mail.text).toContain(`\nhttps://skills.example.com${path}\n`);
    expect(mail.text).toContain('(user:ada@example.com, 2026-01-15 12:00 UTC)');
  });

test('nobody is notified of tokens, sessions or use', () => {
  for (const action of ['token.create', 'session.open', 'settings.change', 'draft.edit', 'memberful.change'])
    expect(notificationOf(entry(action, 'x'))).toBeUndefined();
});

test('a mail of a server that does not know its address has no link', () => {
  const published = notificationOf(entry('version.publish', 'skill/deploy@1.0.0'));
  if (published === undefined) throw new Error('not notified');
  const changed = scanChanged(published, { from: 'pass', to: 'review' });
  const mail = mailOf(changed, { tenant: 'acme', origin: undefined });
  expect(mail.subject).toBe('[acme] The scan of deploy@1.0.0 says review instead of pass');
  expect(mail.text).not.toContain('://');
});

test('an item is read from a target', () => {
  expect(itemIn('skill/deploy@1.0.0')).toEqual({ kind: 'skill', slug: 'deploy', version: '1.0.0' });
  expect(itemIn('agent/@design/review')).toEqual({ kind: 'agent', slug: '@design/review' });
  expect(itemIn('draft/0b5b')).toBeUndefined();
});
