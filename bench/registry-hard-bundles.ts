/*
 * Whether the registry answers others while ten publishers send bundles that are as hard to scan as any that
 * `npm run bench:scan -- --worst` has found: small when packed, 250 KiB when read.
 */

import { packBundle } from '../src/skill/bundle/pack-bundle.js';
import { bundleCodec } from '../src/system/gzip.js';
import type { Bench } from './bench.js';
import { type RegistryServer, startRegistry } from './registry-server.js';

const publishers = 10;
const requests = 300;

export const benches: readonly Bench[] = [
  {
    name: 'GET /healthz while ten publishers send bundles that are hard to scan, p99',
    limit: { ratio: 1 },
    run: async () => {
      const server = await startRegistry();
      let isDone = false;
      const statuses = new Map<number, number>();
      const publisher = async (id: number): Promise<void> => {
        const slug = `hard-${id}`;
        const bundle = hardBundle(slug, hard[id % hard.length] ?? '');
        for (let at = 0; !isDone; at += 1) {
          const status = await publish(server, { slug, version: `1.0.${at}` }, bundle);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      try {
        const all = Promise.all(Array.from({ length: publishers }, (_, id) => publisher(id)));
        const times: number[] = [];
        for (let at = 0; at < requests; at += 1) {
          const started = performance.now();
          await (await fetch(`${server.url}/healthz`)).text();
          times.push(performance.now() - started);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        isDone = true;
        await all;
        const sorted = times.sort((a, b) => a - b);
        return {
          ours: sorted[Math.floor(requests * 0.99) - 1] ?? Number.NaN,
          peer: 50,
          unit: 'ms',
          peerName: 'what is allowed',
          details: {
            medianMs: sorted[requests / 2] ?? Number.NaN,
            published: statuses.get(201) ?? 0,
            refusedByTheScanner: statuses.get(422) ?? statuses.get(400) ?? 0,
            toldToRetry: statuses.get(503) ?? 0,
          },
        };
      } finally {
        isDone = true;
        await server.stop();
      }
    },
  },
];

const hard = ['$(a ', 'password=', '$(${', 'send it to a@b.cd '];

function hardBundle(slug: string, unit: string): Uint8Array {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text), executable: false });
  return packBundle(
    [
      file('SKILL.md', `---\nname: ${slug}\ndescription: Does ${slug} well\n---\n# ${slug}\n`),
      file('run.sh', unit.repeat(Math.floor((250 * 1024) / unit.length))),
    ],
    bundleCodec,
  );
}

async function publish(
  { url, headers }: Pick<RegistryServer, 'url' | 'headers'>,
  metadata: { readonly slug: string; readonly version: string },
  bundle: Uint8Array,
): Promise<number> {
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadata));
  form.set('bundle', new Blob([Buffer.from(bundle)]), 'bundle.tar.gz');
  const answer = await fetch(`${url}/v1/skills`, { method: 'POST', headers, body: form });
  await answer.text();
  return answer.status;
}
