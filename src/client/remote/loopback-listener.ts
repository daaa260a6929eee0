/*
 * Waits on a port of this machine for the browser to come back with a code. Only the request with the state of this
 * sign-in counts; other pages and programs can reach the port too.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CodeListener {
  /** Where the browser is sent. */
  readonly address: string;
  /** Undefined where the person refused, or nobody came within ten minutes. */
  readonly code: Promise<string | undefined>;
  close(): void;
}

const path = '/signed-in';
const waitMs = 600_000;

export async function listenForCode(state: string): Promise<CodeListener> {
  let found: (code: string | undefined) => void = () => undefined;
  const code = new Promise<string | undefined>((resolve) => {
    found = resolve;
  });
  const server = createServer((request, response) => {
    const answer = answerIn(request, state);
    if (answer === undefined) return void send(response, 404, 'Nothing is here.');
    send(
      response,
      200,
      answer.code === undefined
        ? 'The program was not signed in. You can close this page.'
        : 'You can close this page and go back to the terminal.',
    );
    found(answer.code);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  const timer = setTimeout(() => found(undefined), waitMs);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    code,
    close: () => {
      clearTimeout(timer);
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** Undefined for a request that is not the one waited for. */
function answerIn(
  { method, url = '' }: IncomingMessage,
  state: string,
): { code: string | undefined } | undefined {
  const base = 'http://127.0.0.1';
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, searchParams } = new URL(url, base);
  if (method !== 'GET' || pathname !== path || searchParams.get('state') !== state) return undefined;
  return { code: searchParams.get('code') ?? undefined };
}

function send(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><title>Coppice</title><p>${sentence}</p></html>\n`);
}
