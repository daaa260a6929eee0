/*
 * Sends mail through the mail server of the configuration.
 */

import { dayMs } from '../../text/time.js';
import type { Topic } from '../data/outbox.js';
import type { SmtpServer } from '../rules/notifications/smtp-settings.js';
import { type MailWork, mailWork } from '../rules/outbox-work.js';

/** Throws where the mail server does not take it. */
export type SendMail = (mail: MailWork) => Promise<void>;

export function smtpMail({ host, port, secure, login, mayBePlain }: SmtpServer, from: string): SendMail {
  return async ({ to, subject, text }) => {
    // Loaded with the first mail: most servers send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host,
      port,
      secure,
      requireTLS: !mayBePlain,
      ...(login && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // A text is a text: nothing in it names a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
}

const maxAgeMs = dayMs;

/** A server without a mail server leaves the mail to other replicas for a day, and then drops it. */
export function mailTopic(send: SendMail | undefined): Topic<MailWork> {
  const topic = { name: 'mail', schema: mailWork } as const;
  if (send === undefined) return { ...topic, leftToOthersMs: maxAgeMs, perform: async () => undefined };
  return {
    ...topic,
    perform: async ({ clock, log }, { payload, at, tenant }) => {
      try {
        await send(payload);
      } catch (error) {
        if (clock.now() - at.getTime() < maxAgeMs) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ tenant, reason }, 'a mail could not be sent for a day, and was dropped');
      }
    },
  };
}
