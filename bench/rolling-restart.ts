/*
 * Restarts two servers on one PostgreSQL, one after the other, while 64 clients with open connections read and write.
 * A loopback balancer would hide which server failed, so each client does what a balancer does: it sends its next request
 * to a server whose /readyz answered 200 when it was last asked, every 250 ms, over a connection that it keeps open until
 * an answer closes it. No request is repeated: one that gets no answer, or another one than 2xx, counts as failed.
 */

import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleOf, freePort, spawnServer, startRegistry, stopServer } from './registry-server.js';

export interface RestartFigures {
  readonly requests: number;
  readonly failed: number;
  /** How often each kind of failure happened. */
  readonly failures: Readonly<Record<string, number>>;
  /** Answers after which the server closed the connection. */
  readonly closing: number;
  readonly restarts: number;
  readonly stopMs: readonly number[];
  readonly p99Ms: number;
}

const clients = 64;
/** Half of the clients wait so long between two requests: their connections are idle. */
const idleMs = 700;

interface Target {
  readonly url: string;
  isReady: boolean;
}

export async function rollingRestart(): Promise<RestartFigures> {
  const first = await startRegistry({ COPPICE_STOP_GRACE_SECS: '5', COPPICE_EMBEDDINGS: 'off' });
  const { environment, headers } = first;
  await first.publish('lib', '1.0.0', bundleOf('lib', 20_000));
  const ports = [Number(new URL(first.url).port), await freePort()] as const;
  const servers = [first.process, await spawnServer(environment, ports[1])];
  const targets: Target[] = ports.map((port) => ({ url: `http://127.0.0.1:${port}`, isReady: true }));
  const done = new AbortController();
  const counts = { requests: 0, closing: 0, failures: new Map<string, number>(), times: [] as number[] };
  const polling = poll(targets, done.signal);
  const running = Array.from({ length: clients }, (_, index) =>
    client(index, targets, headers, counts, done.signal),
  );
  const stopMs: number[] = [];
  await delay(2_000);
  for (const [index, port] of ports.entries()) {
    const server = servers[index];
    if (!server) throw new Error('no server to restart');
    const begun = performance.now();
    await stopServer(server);
    stopMs.push(Math.round(performance.now() - begun));
    servers[index] = await spawnServer(environment, port);
    await delay(2_000);
  }
  done.abort();
  await Promise.all([...running, polling]);
  for (const server of servers) await stopServer(server);
  await first.stop();
  const failures = Object.fromEntries(counts.failures);
  return {
    requests: counts.requests,
    failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    failures,
    closing: counts.closing,
    restarts: stopMs.length,
    stopMs,
    p99Ms: counts.times.sort((a, b) => a - b)[Math.floor(counts.times.length * 0.99)] ?? Number.NaN,
  };
}

async function poll(targets: readonly Target[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const target of targets) {
      const agent = new Agent({ keepAlive: false });
      target.isReady = await send(agent, `${target.url}/readyz`, {}).then(
        ({ status }) => status === 200,
        () => false,
      );
    }
    await delay(250);
  }
}

async function client(
  index: number,
  targets: readonly Target[],
  headers: Readonly<Record<string, string>>,
  counts: { requests: number; closing: number; failures: Map<string, number>; times: number[] },
  signal: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  const fail = (why: string) => counts.failures.set(why, (counts.failures.get(why) ?? 0) + 1);
  for (let turn = index; !signal.aborted; turn += 1) {
    const ready = targets.filter(({ isReady }) => isReady);
    const target = ready[turn % ready.length];
    if (!target) {
      fail('no server was ready');
      await delay(250);
      continue;
    }
    counts.requests += 1;
    const begun = performance.now();
    try {
      const { status, isClosing } =
        turn % 8 === 0
          ? await send(agent, `${target.url}/v1/usage`, headers, event)
          : await send(agent, `${target.url}/v1/skills/lib`, headers);
      if (status < 200 || status > 299) fail(`answered ${status}`);
      if (isClosing) counts.closing += 1;
      counts.times.push(performance.now() - begun);
    } catch (error) {
      fail(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
    if (index % 2 === 1) await delay(idleMs);
  }
  agent.destroy();
}

const event = JSON.stringify({ skill_id: 'lib', event: 'use' });

function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<{ readonly status: number; readonly isClosing: boolean }> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      url,
      { agent, method, headers: { ...headers, ...json } },
      (answer: IncomingMessage) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, isClosing: answer.headers.connection === 'close' }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
