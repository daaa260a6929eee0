/*
 * What notifications are sent to in tests: a real HTTP server that keeps what it got, and a real mail server.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEvent {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface HttpReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** The status of the next answers. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

export async function httpReceiver(): Promise<HttpReceiver> {
  const received: ReceivedEvent[] = [];
  let next: { status: number; headers: Readonly<Record<string, string>> } = { status: 204, headers: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(next.status, next.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (status, headers = {}) => {
      next = { status, headers };
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

export interface MailServer {
  readonly port: number;
  /** As they came over the wire. */
  readonly mails: readonly { readonly to: readonly string[]; readonly source: string }[];
  /** Refuses what comes next, as a server that is out of order. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export async function mailServer(): Promise<MailServer> {
  const mails: { to: readonly string[]; source: string }[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, callback) =>
      callback(isRefusing ? new Error('out of order') : undefined),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, source: Buffer.concat(chunks).toString('utf8') });
        callback();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
