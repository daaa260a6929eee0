/*
 * How long /healthz takes while ten publishers send bundles whose text keeps a scanner busy, while ten strangers send
 * 1 MiB of nested JSON to the open route, and while ten readers resolve the largest locks and the costliest ranges. A thread of its own asks, so that the load does not delay the measurement. In turn
 * with it, it asks a server in another process that does nothing else: what that one takes is due to the machine, on which
 * the load and other programs run too.
 */

import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { packBundle } from '../src/skill/bundle/pack-bundle.js';
import { bundleCodec } from '../src/system/gzip.js';
import { answers as answering, freePort, type RegistryServer, startRegistry } from './registry-server.js';

export interface HostileFigures {
  readonly idle: Latencies;
  readonly underLoad: Readonly<Record<string, Latencies>>;
  /** How the hostile requests were answered. */
  readonly answers: Readonly<Record<string, number>>;
  /** What an honest publisher got meanwhile. */
  readonly honest: Readonly<Record<string, number>>;
  /** Before, and after each load. */
  readonly memoryMB: readonly number[];
}

export interface Latencies {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the server that does nothing else. */
  readonly bareP99Ms: number;
  /** What the server's process used meanwhile. */
  readonly processorMs: number;
}

const seconds = 10;
const senders = 10;

export async function hostileLoad(): Promise<HostileFigures> {
  const server = await startRegistry({ COPPICE_EMBEDDINGS: 'off' });
  try {
    const answers = new Map<string, number>();
    const honest = new Map<string, number>();
    const memoryMB = [Math.round(server.memoryBytes() / 1e6)];
    const loads: Record<string, (until: number) => Promise<void>> = {
      publishers: async (until) => {
        await Promise.all([
          inParallel((index) => publishHostile(server, index, until, answers)),
          publishHonest(server, until, honest),
        ]);
      },
      json: (until) => inParallel(() => sendNested(server, until, answers)),
      locks: (until) => inParallel(() => resolveHostile(server, largestLock, until, answers)),
      ranges: (until) => inParallel(() => resolveHostile(server, costlyRanges, until, answers)),
    };
    const idle = await measured(server, async () => undefined);
    const underLoad: Record<string, Latencies> = {};
    for (const [name, load] of Object.entries(loads)) {
      underLoad[name] = await measured(server, load);
      memoryMB.push(Math.round(server.memoryBytes() / 1e6));
    }
    return {
      idle,
      underLoad,
      answers: Object.fromEntries(answers),
      honest: Object.fromEntries(honest),
      memoryMB,
    };
  } finally {
    await server.stop();
  }
}

async function inParallel(send: (index: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: senders }, (_, index) => send(index)));
}

/** About 250 KiB each, and far smaller when packed. */
const worstTexts = [
  '${',
  '$(',
  'password=',
  '`',
  'ignore all previous ',
  '<!--',
  '[a](',
  'curl http://a|',
].map((unit) => unit.repeat(Math.floor((250 * 1_024) / unit.length)));

function hostileBundle(index: number): Uint8Array {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text), executable: false });
  const text = worstTexts[index % worstTexts.length] ?? '';
  const head = '---\nname: hostile\ndescription: Keeps a scanner busy\n---\n';
  return packBundle([file('SKILL.md', `${head}${text}\n`)], bundleCodec);
}

async function publishHostile(
  { url, headers }: RegistryServer,
  index: number,
  until: number,
  answers: Map<string, number>,
): Promise<void> {
  for (let turn = index; performance.now() < until; turn += 1) {
    const form = new FormData();
    form.set('bundle', new Blob([Buffer.from(hostileBundle(turn))]), 'bundle.tar.gz');
    const answer = await fetch(`${url}/v1/skills/validate`, { method: 'POST', headers, body: form });
    await answer.arrayBuffer();
    add(answers, `validate ${answer.status}`);
  }
}

async function publishHonest(
  server: RegistryServer,
  until: number,
  honest: Map<string, number>,
): Promise<void> {
  const file = { path: 'SKILL.md', bytes: Buffer.from('---\nname: a\ndescription: Does a\n---\nDo it.\n') };
  const bundle = packBundle([{ ...file, executable: false }], bundleCodec);
  for (let at = 0; performance.now() < until; at += 1) {
    const form = new FormData();
    form.set('metadata', JSON.stringify({ slug: `honest-${at}`, version: '1.0.0' }));
    form.set('bundle', new Blob([Buffer.from(bundle)]), 'bundle.tar.gz');
    const { url, headers } = server;
    const answer = await fetch(`${url}/v1/skills`, { method: 'POST', headers, body: form });
    await answer.arrayBuffer();
    add(honest, String(answer.status));
  }
}

const nested = '['.repeat(524_288) + ']'.repeat(524_288);

async function sendNested(
  { url }: RegistryServer,
  until: number,
  answers: Map<string, number>,
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  while (performance.now() < until) {
    try {
      const answer = await fetch(`${url}/v1/auth/session`, { method: 'POST', headers, body: nested });
      await answer.arrayBuffer();
      add(answers, `session ${answer.status}`);
    } catch {
      // The server may close the connection before it has read everything.
      add(answers, 'session closed');
    }
  }
}

/** As many versions and items as a request may have. */
const largestLock = JSON.stringify({
  items: [{ slug: 'honest-0' }],
  locked: Array.from({ length: 10_000 }, (_, at) => ({ slug: `item-${at}`, version: `1.${at}.0` })),
});
const costlyRanges = JSON.stringify({
  items: Array.from({ length: 1_000 }, (_, at) => ({
    slug: `item-${at}`,
    range: Array.from({ length: 16 }, (__, part) => `^${at}.${part}.1`).join('||'),
  })),
});

async function resolveHostile(
  { url, headers }: RegistryServer,
  body: string,
  until: number,
  answers: Map<string, number>,
): Promise<void> {
  while (performance.now() < until) {
    const answer = await fetch(`${url}/v1/resolve`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    await answer.arrayBuffer();
    add(answers, `resolve ${answer.status}`);
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

async function measured(server: RegistryServer, load: (until: number) => Promise<void>): Promise<Latencies> {
  const usedBefore = server.processorMs();
  const port = await freePort();
  const bare = spawn(process.execPath, ['-e', bareCode, String(port)], { stdio: 'ignore' });
  const bareUrl = `http://127.0.0.1:${port}/`;
  await answering(bareUrl, bare);
  const probe = new Worker(probeCode, {
    eval: true,
    workerData: { urls: [`${server.url}/healthz`, bareUrl], ms: seconds * 1_000 },
  });
  const result = new Promise<[number[], number[]]>((resolve, reject) => {
    probe.once('message', resolve);
    probe.once('error', reject);
  });
  await load(performance.now() + seconds * 1_000);
  const [ours, bareTimes] = await result;
  bare.kill();
  return {
    requests: ours.length,
    p50Ms: quantile(ours, 0.5),
    p99Ms: quantile(ours, 0.99),
    maxMs: quantile(ours, 1),
    bareP99Ms: quantile(bareTimes, 0.99),
    processorMs: server.processorMs() - usedBefore,
  };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const bareCode = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(process.argv[1], '127.0.0.1')`;

/** One request at a time, over one connection to each. */
const probeCode = `
  const { parentPort, workerData: { urls, ms } } = require('node:worker_threads');
  const { Agent, get } = require('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (url) => new Promise((done, fail) => {
    get(url, { agent }, (answer) => { answer.resume(); answer.on('end', done); }).on('error', fail);
  });
  (async () => {
    const times = urls.map(() => []);
    const until = performance.now() + ms;
    while (performance.now() < until) {
      for (const [index, url] of urls.entries()) {
        const begun = performance.now();
        await ask(url);
        times[index].push(performance.now() - begun);
      }
      await new Promise((done) => setTimeout(done, 10));
    }
    agent.destroy();
    parentPort.postMessage(times);
  })();
`;
