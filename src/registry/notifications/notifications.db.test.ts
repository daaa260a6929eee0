import { createHmac } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { addMember } from '../access/members.js';
import { notificationEvents } from '../api/notifications.js';
import { writeAudit } from '../data/db/audit.js';
import { doDueWork } from '../data/outbox.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Caller, Tenant } from '../rules/access/principal.js';
import { smtpServer } from '../rules/notifications/smtp-settings.js';
import { sendTest, webhookTopic } from './deliver-webhook.js';
import { listDeliveries } from './deliveries.js';
import { followAudit } from './follow-audit.js';
import { readMuted, setMuted } from './mail-preferences.js';
import { type NotificationParts, openNotifications } from './notification-parts.js';
import { type HttpReceiver, httpReceiver, type MailServer, mailServer } from './receivers.fixture.js';
import { mailTopic, smtpMail } from './send-mail.js';
import { changeWebhook, createWebhook, removeWebhook } from './webhooks.js';

let registry: TestRegistry;
let parts: NotificationParts;
let acme: Tenant;
let admin: Caller;
let receiver: HttpReceiver;
let mail: MailServer;

beforeEach(async () => {
  registry = await testRegistry();
  [receiver, mail] = await Promise.all([httpReceiver(), mailServer()]);
  onTestFinished(async () => {
    await Promise.all([receiver.close(), mail.close()]);
    await registry.close();
  });
  acme = await registry.tenant('acme');
  admin = registry.caller(acme);
  parts = partsWith({});
});

function partsWith({ isListed = true, publicUrl = 'https://skills.example.com' }): NotificationParts {
  const config = { secretKeys: [Buffer.alloc(32, 1)], isOutboundListed: () => isListed, publicUrl };
  return openNotifications(
    registry,
    config,
    smtpMail(smtpServer(`smtp://127.0.0.1:${mail.port}`), 'coppice@example.com'),
  );
}

const hook = (events = [...notificationEvents], url = receiver.url) =>
  createWebhook(parts, admin, { url, events });

async function audit(
  action: string,
  target: string,
  details = {},
  actor = 'user:ada@example.com',
): Promise<void> {
  const by = { tenantId: acme.id, actor, ip: null };
  await writeAudit(registry.database, by, registry.clock.now(), { action, target, details });
}

/** As the jobs do it, once. */
async function work(): Promise<void> {
  await followAudit(parts, registry);
  await doDueWork(registry, webhookTopic(parts));
  await doDueWork(registry, mailTopic(parts.sendMail));
}

const events = () => receiver.received.map(({ body }) => JSON.parse(body).event);

test('a change is sent once to the webhooks that want it, with a signature over its very bytes', async () => {
  const { secret } = await hook(['item.flagged']);
  await audit('item.flag', 'skill/lib', { reason: 'unused' });
  await audit('version.publish', 'skill/lib@1.0.0');
  await work();
  await work();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(JSON.parse(body)).toEqual({
    id: headers['webhook-id'],
    event: 'item.flagged',
    tenant: 'acme',
    at: '2026-01-15T12:00:00.000Z',
    data: {
      number: 2,
      at: '2026-01-15T12:00:00.000Z',
      actor: 'user:ada@example.com',
      action: 'item.flag',
      target: 'skill/lib',
      details: { reason: 'unused' },
    },
  });
  // As a receiver does it, by the text of the standard.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
});

test('what does not arrive is tried again, in its order, and the log says what happened', async () => {
  const { id } = await hook();
  receiver.answer(500);
  await audit('item.flag', 'skill/a');
  await audit('item.flag', 'skill/b');
  await work();
  expect((await listDeliveries(registry.database, acme.id, id, { limit: 9 })).rows).toMatchObject([
    { outcome: null },
    { outcome: null },
  ]);
  receiver.answer(200);
  registry.clock.advance(2_000);
  await work();
  const targets = receiver.received.map(({ body }) => JSON.parse(body).data.target);
  expect(targets).toEqual(['skill/a', 'skill/a', 'skill/b']);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  const { rows } = await listDeliveries(registry.database, acme.id, id, { limit: 9 });
  expect(rows.map(({ attempts, lastStatus, outcome }) => [attempts, lastStatus, outcome])).toEqual(
    expect.arrayContaining([
      [2, 200, 'delivered'],
      [1, 200, 'delivered'],
    ]),
  );
});

test('a delivery is given up after a day, and what waited behind it is tried', async () => {
  const { id } = await hook();
  receiver.answer(503);
  await audit('item.flag', 'skill/a');
  await work();
  registry.clock.advance(dayMs);
  await audit('item.flag', 'skill/b');
  await work();
  const { rows } = await listDeliveries(registry.database, acme.id, id, { limit: 9 });
  expect(rows).toMatchObject([
    { outcome: null, lastError: 'answered 503', attempts: 1 },
    { outcome: 'failed', lastError: 'answered 503', attempts: 2 },
  ]);
});

test('a receiver that does not answer holds up no other', async () => {
  await hook(['item.flagged'], 'http://127.0.0.1:9/nobody');
  await hook();
  await audit('item.flag', 'skill/a');
  await work();
  await work();
  expect(events()).toEqual(['item.flagged']);
});

test('a redirect is not followed', async () => {
  const elsewhere = await httpReceiver();
  onTestFinished(() => elsewhere.close());
  const webhook = await hook();
  receiver.answer(302, { location: elsewhere.url });
  expect(await sendTest(parts, acme, webhook)).toMatchObject({ outcome: 'failed', lastStatus: 302 });
  expect(elsewhere.received).toEqual([]);
});

test('an address of the network of the server is refused at the connection', async () => {
  parts = partsWith({ isListed: false });
  for (const url of [
    receiver.url,
    `http://localhost:${new URL(receiver.url).port}/`,
    'https://169.254.169.254/',
  ]) {
    const webhook = await hook([...notificationEvents], url);
    expect(await sendTest(parts, acme, webhook)).toMatchObject({
      outcome: 'failed',
      lastError: expect.stringContaining('is not on the public internet'),
    });
  }
  expect(receiver.received).toEqual([]);
});

test('a test is sent at once, and is in the log', async () => {
  const webhook = await hook(['item.flagged']);
  expect(await sendTest(parts, acme, webhook)).toMatchObject({
    outcome: 'delivered',
    lastStatus: 204,
    attempts: 1,
  });
  expect(events()).toEqual(['test']);
});

test('what is switched off or removed gets nothing', async () => {
  const off = await hook();
  await changeWebhook(parts, admin, off.id, { enabled: false });
  const removed = await hook();
  await removeWebhook(parts, admin, removed.id);
  await audit('item.flag', 'skill/a');
  await work();
  expect(receiver.received).toEqual([]);
});

test('what happened before the first webhook is not sent', async () => {
  await audit('item.flag', 'skill/a');
  registry.clock.advance(1);
  await hook();
  await audit('item.flag', 'skill/b');
  await work();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.target)).toEqual(['skill/b']);
});

test('two replicas send each event once', async () => {
  await hook();
  for (let index = 0; index < 20; index += 1) await audit('item.flag', `skill/s${index}`);
  await Promise.all([followAudit(parts, registry), followAudit(parts, registry)]);
  await followAudit(parts, registry);
  await Promise.all([doDueWork(registry, webhookTopic(parts)), doDueWork(registry, webhookTopic(parts))]);
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).data.target)).size).toBe(20);
  expect(receiver.received).toHaveLength(20);
});

async function member(email: string, role: 'publisher' | 'curator' | 'admin') {
  return addMember(registry, acme.id, { email, name: '', role });
}

/** Who got mail since the last call, and about what. */
async function mailed(): Promise<readonly string[]> {
  const before = mail.mails.length;
  await work();
  return mail.mails.slice(before).map(({ to, source }) => `${to} ${/^Subject: (.*)$/m.exec(source)?.[1]}`);
}

test('mail goes to those whom a change concerns, except who made it and who muted it', async () => {
  const [, , ada] = [
    await member('ruth@example.com', 'admin'),
    await member('cora@example.com', 'curator'),
    await member('ada@example.com', 'publisher'),
  ];
  await work();
  await registry.database
    .insertInto('items')
    .values({
      tenant_id: acme.id,
      kind: 'skill',
      slug: 'lib',
      owners: ['user:ada@example.com', 'service:ci'],
      state_at: new Date(0),
      created_at: new Date(0),
      updated_at: new Date(0),
    })
    .execute();

  await audit('draft.create', 'draft/1', { kind: 'skill', slug: 'lib' }, 'user:cora@example.com');
  expect(await mailed()).toEqual([
    'ada@example.com [acme] A draft of lib waits for a decision',
    'ruth@example.com [acme] A draft of lib waits for a decision',
  ]);
  await audit('item.flag', 'skill/lib', {}, 'system');
  expect(await mailed()).toEqual(['ada@example.com [acme] lib is a candidate for the archive']);
  await audit('version.publish', 'skill/lib@1.0.0', {}, 'user:ada@example.com');
  expect(await mailed()).toEqual([]);
  await audit('member.change', 'user:ada@example.com', {}, 'user:ruth@example.com');
  expect(await mailed()).toEqual(['ada@example.com [acme] ada@example.com: the role was changed']);

  const asAda = registry.caller(acme, { userId: ada.userId, name: 'user:ada@example.com' });
  await setMuted(registry.database, asAda, ['item.flagged']);
  expect(await readMuted(registry.database, asAda)).toEqual(['item.flagged']);
  await audit('item.flag', 'skill/lib', {}, 'system');
  expect(await mailed()).toEqual([]);
});

test('a draft in a namespace is mailed to its curators, also those by a group', async () => {
  const [ruth, cora, dan] = [
    await member('ruth@example.com', 'admin'),
    await member('cora@example.com', 'publisher'),
    await member('dan@example.com', 'publisher'),
  ];
  await work();
  const group = '00000000-0000-4000-8000-000000000001';
  const of = { tenant_id: acme.id };
  const at = new Date(0);
  await registry.database
    .insertInto('namespaces')
    .values({ ...of, name: 'design', created_at: at })
    .execute();
  await registry.database
    .insertInto('groups')
    .values({ ...of, id: group, name: 'designers', provisioned_by: 'x', created_at: at, updated_at: at })
    .execute();
  await registry.database
    .insertInto('group_members')
    .values({ ...of, group_id: group, user_id: dan.userId })
    .execute();
  const assigned = { ...of, namespace: 'design', role: 'curator' } as const;
  await registry.database
    .insertInto('namespace_roles')
    .values([
      { ...assigned, user_id: cora.userId },
      { ...assigned, group_name: 'designers' },
    ])
    .execute();
  await audit('draft.create', 'draft/1', { kind: 'skill', slug: '@design/logo' });
  expect(await mailed()).toEqual(
    [cora, dan, ruth].map(({ email }) => `${email} [acme] A draft of @design/logo waits for a decision`),
  );
  await audit('draft.create', 'draft/2', { kind: 'skill', slug: 'logo' });
  expect(await mailed()).toHaveLength(1);
});

test('a mail that the mail server does not take is sent when it is back', async () => {
  await member('ruth@example.com', 'admin');
  await work();
  mail.refuse(true);
  await audit('draft.create', 'draft/1', { kind: 'skill', slug: 'lib' });
  expect(await mailed()).toEqual([]);
  mail.refuse(false);
  registry.clock.advance(2_000);
  expect(await mailed()).toEqual(['ruth@example.com [acme] A draft of lib waits for a decision']);
});

test('text from outside becomes no header and no other recipient of a mail', async () => {
  await member('ruth@example.com', 'admin');
  await work();
  const slug = 'lib\r\nBcc: eve@example.com\r\n\r\nhello';
  await audit('draft.create', 'draft/1', { kind: 'skill', slug });
  await work();
  const [sent] = mail.mails;
  expect(sent?.to).toEqual(['ruth@example.com']);
  expect(sent?.source.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/m);
});
