/*
 * A server on this machine that answers as a test says, and a remote that sends requests to it.
 */

import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpRemote } from './http-remote.js';
import type { RegistryAccess } from './registry-api.js';
import type { Remote } from './remote.js';

export const who = {
  tenant: 'acme',
  principal: 'service:ci',
  role: null,
  scopes: [],
  via: 'token',
  opened_with: null,
  expires_at: null,
  csrf: null,
};

export interface Stage {
  readonly remote: Remote;
  readonly url: string;
  /** `GET /v1/auth/whoami`, in order. */
  readonly requests: string[];
  /** In milliseconds, none of which was really waited. */
  readonly waits: number[];
}

/** A server that answers so, and a remote that asks it. */
export async function onStage(
  answer: RequestListener,
  play: (stage: Stage) => Promise<void>,
  access: Partial<RegistryAccess> & { readonly below?: string } = {},
): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${access.below ?? ''}`;
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  try {
    const remote = httpRemote({ place: { url, tenant: 'acme' }, token: 'cop_secret', wait, ...access });
    await play({ remote, url, requests, waits });
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function refusal(message: string, details?: object) {
  return { error: 'said_no', message, ...(details && { details }) };
}

/** One answer after the other; the last goes on forever. */
export function inTurn(...answers: readonly RequestListener[]): RequestListener {
  let next = 0;
  return (request, response) => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    answer?.(request, response);
  };
}

export const good: RequestListener = (_, response) => json(response, 200, who);
