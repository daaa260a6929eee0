/*
 * The socket. Slow or silent clients are disconnected; a stop lets running requests finish, within a limit of time.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CoppiceError } from '../../../text/errors.js';
import type { App } from './app.js';

export interface Timeouts {
  /** Time for all headers. */
  readonly headersMs: number;
  /** Time for the whole request, including its body. */
  readonly requestMs: number;
  /** Time between two requests on one connection. */
  readonly keepAliveMs: number;
  /** How often connections are checked. */
  readonly checkMs: number;
  /** Time for running requests when the server stops. */
  readonly drainMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 120_000,
  keepAliveMs: 65_000,
  checkMs: 5_000,
  drainMs: 10_000,
};

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Uses a free port where the given one is in use. */
  readonly orFreePort?: boolean;
  readonly timeouts?: Partial<Timeouts>;
}

export interface Listening {
  readonly url: string;
  /** Accepts nothing more, waits for running requests, and returns when all connections are closed. */
  stop(): Promise<void>;
}

export async function listen(app: App, options: ListenOptions): Promise<Listening> {
  const { host, port, orFreePort = false } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    getRequestListener(app.fetch),
  );
  server.maxHeadersCount = 100;
  await bound(server, host, port, orFreePort);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
    stop: () => drained(server, timeouts.drainMs),
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

async function drained(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that is kept alive becomes idle when its last answer is sent.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(end);
  }
}
