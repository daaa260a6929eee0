/*
 * The socket. Slow or silent clients are disconnected. A stop first tells every client with its next answer to connect
 * elsewhere, while new connections are still accepted; then the port is closed, and running requests finish within a
 * limit of time.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { CoppiceError } from '../../../text/errors.js';
import { Connections } from './connections.js';

export interface Timeouts {
  /** Time for all headers. */
  readonly headersMs: number;
  /** Time for the whole request, including its body. */
  readonly requestMs: number;
  /** Time between two requests on one connection. */
  readonly keepAliveMs: number;
  /** Time in which the client must take a part of an answer. */
  readonly stallMs: number;
  /** How often connections are checked. */
  readonly checkMs: number;
  /** Time in which a server that stops answers as before, for clients and load balancers to notice. */
  readonly graceMs: number;
  /** Time for running requests after that. */
  readonly drainMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 120_000,
  keepAliveMs: 65_000,
  stallMs: 60_000,
  checkMs: 5_000,
  graceMs: 5_000,
  drainMs: 10_000,
};

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Uses a free port where the given one is in use. */
  readonly orFreePort?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** Further connections are closed at once. */
  readonly maxConnections?: number;
  readonly schedule?: Schedule;
}

/** Each may take some tens of kilobytes and a file descriptor. */
const defaultMaxConnections = 4_096;

export interface Listening {
  readonly url: string;
  /** Returns when all connections are closed. Calling it again changes nothing. */
  stop(): Promise<void>;
}

/** What answers each request. */
interface Answering {
  readonly fetch: Parameters<typeof getRequestListener>[0];
}

export async function listen(app: Answering, options: ListenOptions): Promise<Listening> {
  const { host, port, orFreePort = false, schedule = timerSchedule } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
  });
  const connections = new Connections(server);
  const answer = getRequestListener(app.fetch);
  server.on('request', (request, response) => {
    if (connections.admit(request, response)) void answer(request, response);
  });
  server.timeout = timeouts.stallMs;
  server.maxHeadersCount = 100;
  server.maxConnections = options.maxConnections ?? defaultMaxConnections;
  await bound(server, host, port, orFreePort);
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    stop: () => {
      stopped ??= drained(server, connections, timeouts, schedule);
      return stopped;
    },
  };
}

async function bound(server: Server, host: string, port: number, orFreePort: boolean): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (orFreePort && port !== 0 && error.code === 'EADDRINUSE') return bound(server, host, 0, false);
    throw listenError(error, host, port);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CoppiceError('conflict', `port ${port} of ${host} is already in use`, {
        hint: 'stop the program that uses it, or choose another with --port',
      });
    case 'EACCES':
      return new CoppiceError('no-permission', `no permission to open port ${port} of ${host}`, {
        hint: 'choose one above 1023 with --port',
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CoppiceError('bad-value', `${host} is not an address of this machine`);
    default:
      return error;
  }
}

function portOf(server: Server): number {
  // A server that listens on a port has no other kind of address.
  return (server.address() as AddressInfo).port;
}

async function drained(
  server: Server,
  connections: Connections,
  { graceMs, drainMs }: Timeouts,
  schedule: Schedule,
): Promise<void> {
  connections.closeWithAnswers();
  if (graceMs > 0) await new Promise<void>((done) => schedule(done, graceMs));
  const closed = new Promise<void>((done) => server.close(() => done()));
  connections.end();
  const cancel = schedule(() => server.closeAllConnections(), drainMs);
  await closed;
  cancel();
}
