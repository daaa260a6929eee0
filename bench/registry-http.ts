/*
 * The registry's answers over real HTTP, against Verdaccio's to the same questions and against the bare framework: one
 * server of each, asked in turns, in one run.
 */

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Bench } from './bench.js';
import { microsecondsPerRequest } from './http-load.js';
import { type Peer, startVerdaccio } from './registry-peer.js';
import { bundleOf, freePort, type RegistryServer, startRegistry } from './registry-server.js';

const bundle = bundleOf('peer', 20_000);

export const benches: readonly Bench[] = [
  againstVerdaccio('GET of the metadata of an item', '/v1/skills/peer', ({ metadata }) => metadata),
  againstVerdaccio(
    'GET of a bundle of 20 KB',
    '/v1/skills/peer/versions/1.0.0/bundle.tar.gz',
    ({ tarball }) => tarball,
  ),
  againstVerdaccio('search of the catalog', '/v1/skills?query=peer', ({ metadata }) => metadata),
  {
    name: 'GET of an answer that is kept',
    limit: { ratio: 2 },
    run: async () => {
      const { url, headers } = await registry();
      const bare = await bareFramework(await (await fetch(`${url}/v1/skills/peer`, { headers })).text());
      try {
        const peer = await microsecondsPerRequest({ url: bare.url });
        const ours = await microsecondsPerRequest({ url: `${url}/v1/skills/peer`, headers });
        return { ours, peer, unit: 'us', peerName: 'the bare framework sending the same text' };
      } finally {
        bare.stop();
      }
    },
  },
  {
    name: 'publish of a bundle of 20 KB, median',
    limit: { ratio: 1 },
    run: async () => {
      const { publish, memoryBytes } = await registry();
      const times: number[] = [];
      for (let at = 0; at < 120; at += 1) {
        const packed = bundleOf(`published-${at}`, 20_000);
        const started = performance.now();
        await publish(`published-${at}`, '1.0.0', packed);
        times.push(performance.now() - started);
      }
      const sorted = times.slice(20).sort((a, b) => a - b);
      return {
        ours: sorted[50] ?? Number.NaN,
        peer: 40,
        unit: 'ms',
        peerName: 'what is allowed',
        details: { p95Ms: sorted[95] ?? Number.NaN, serverMemoryMB: memoryBytes() / 1e6 },
      };
    },
  },
  {
    name: 'memory of the server after the load',
    limit: { ratio: 1 },
    run: async () => {
      const { memoryBytes } = await registry();
      return { ours: memoryBytes() / 1e6, peer: 300, unit: 'MB', peerName: 'what is allowed' };
    },
  },
];

export async function close(): Promise<void> {
  await (await started)?.stop();
  await (await peerStarted)?.stop();
}

function againstVerdaccio(name: string, path: string, of: (peer: Peer) => string): Bench {
  return {
    name,
    limit: { ratio: 1 / 3 },
    run: async () => {
      const { url, headers } = await registry();
      const theirs = of(await peer());
      return {
        peer: await microsecondsPerRequest({ url: theirs, requests: 1_500 }),
        ours: await microsecondsPerRequest({ url: url + path, headers }),
        unit: 'us',
        peerName: 'Verdaccio',
      };
    },
  };
}

let started: Promise<RegistryServer> | undefined;
let peerStarted: Promise<Peer> | undefined;

function registry(): Promise<RegistryServer> {
  started ??= startRegistry().then(async (server) => {
    await server.publish('peer', '1.0.0', bundle);
    return server;
  });
  return started;
}

function peer(): Promise<Peer> {
  peerStarted ??= startVerdaccio(bundle);
  return peerStarted;
}

async function bareFramework(text: string): Promise<{ readonly url: string; stop(): void }> {
  const app = new Hono();
  app.get('/', (context) => context.body(text, 200, { 'content-type': 'application/json' }));
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
