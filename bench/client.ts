/*
 * The times that a project waits: an ensure with nothing to do against an empty Node script, a first install against plain
 * downloads of the same bytes from the same server, and the resolution of a large graph against a limit.
 */

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packBundle } from '../src/skill/bundle/pack-bundle.js';
import { bundleCodec } from '../src/system/gzip.js';
import { type Bench, type Figures, shortest } from './bench.js';
import { type RegistryServer, startRegistry } from './registry-server.js';
import { slowNetwork } from './slow-network.js';

/** Each top skill requires two middle skills, and each of those one low skill. */
const tops = 100;
const installedTops = 40;
const nodesPerTop = 5;
const bundleBytes = 20_000;

export const benches: readonly Bench[] = [
  {
    name: 'ensure with nothing to do, 200 skills',
    limit: { ratio: 2 },
    run: async () => {
      const project = await newProject();
      project.ensure();
      return {
        ...shortest(
          20,
          () => project.ensure(),
          () => node(['-e', '0']),
        ),
        unit: 'ms',
        peerName: 'node -e 0',
      };
    },
  },
  {
    name: 'first ensure of 200 skills, 3 deep, 30 ms away',
    limit: { ratio: 1 / 0.7 },
    run: async () => {
      const { url } = await registry();
      const network = await slowNetwork(url, 30);
      try {
        return await firstEnsure(network.url);
      } finally {
        await network.stop();
      }
    },
  },
  {
    // Without latency the processor is the bottleneck, and the server uses it, too: resolving, verifying, scanning, storing.
    name: 'first ensure of 200 skills, 3 deep, from the same machine',
    limit: { ratio: 4 },
    run: async () => firstEnsure((await registry()).url),
  },
  {
    name: 'resolution of 500 skills, 3 deep',
    limit: { ratio: 1 },
    run: async () => {
      const { url, headers } = await registry();
      const items = Array.from({ length: tops }, (_, at) => ({
        kind: 'skill',
        slug: `top-${at}`,
        range: '*',
      }));
      const body = JSON.stringify({ items, locked: [] });
      const times: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const started = performance.now();
        const response = await fetch(`${url}/v1/resolve`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        const { nodes } = JSON.parse(await response.text());
        times.push(performance.now() - started);
        if (nodes.length !== tops * nodesPerTop) throw new Error(`${nodes.length} were resolved`);
      }
      return {
        ours: Math.min(...times),
        peer: 200,
        unit: 'ms',
        peerName: 'the limit',
        details: { 'for the first time, ms': times[0] ?? Number.NaN },
      };
    },
  },
];

export async function close(): Promise<void> {
  await (await started)?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function firstEnsure(url: string): Promise<Figures> {
  const first = await newProject(url);
  first.ensure();
  const { headers } = await registry();
  const digests = [...first.lock().matchAll(/^digest = "(.*)"$/gm)].map((found) => found[1]);
  if (digests.length !== installedTops * nodesPerTop) throw new Error(`${digests.length} are locked`);
  const urls = digests.map((digest) => `${url}/v1/blobs/${digest}`);
  writeFileSync(join(scratch(), 'downloads.json'), JSON.stringify({ urls, headers }));
  const fresh = [await newProject(url), await newProject(url), await newProject(url)];
  return {
    ...shortest(
      fresh.length,
      () => fresh.pop()?.ensure(),
      () => node(['--input-type=module', '-e', plainDownloads, join(scratch(), 'downloads.json')]),
    ),
    unit: 'ms',
    peerName: 'plain downloads, 8 at once',
  };
}

const plainDownloads = `
  import { readFileSync } from 'node:fs';
  const { urls, headers } = JSON.parse(readFileSync(process.argv[1], 'utf8'));
  await Promise.all(Array.from({ length: 8 }, async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop())
      await (await fetch(url, { headers })).arrayBuffer();
  }));
`;

interface Project {
  ensure(): void;
  lock(): string;
}

/** A project with nothing installed, in a home of its own; `address` replaces the registry's own URL. */
async function newProject(address?: string): Promise<Project> {
  const { url: registryUrl, headers } = await registry();
  const url = address ?? registryUrl;
  const userHome = mkdtempSync(join(scratch(), 'project-'));
  const project = join(userHome, 'project');
  mkdirSync(project);
  const skills = Array.from({ length: installedTops }, (_, at) => `[[skills]]\nslug = "top-${at}"\n`);
  writeFileSync(
    join(project, 'coppice.toml'),
    [`[registry]\nurl = "${url}"\ntenant = "acme"\n`, ...skills].join('\n'),
  );
  const environment = {
    PATH: process.env['PATH'],
    HOME: userHome,
    COPPICE_HOME: join(userHome, 'home'),
    COPPICE_TOKEN: headers['authorization']?.replace('Bearer ', ''),
  };
  return {
    ensure: () => node([join(process.cwd(), 'dist/main.js'), 'ensure'], { cwd: project, env: environment }),
    lock: () => readFileSync(join(project, 'coppice.lock'), 'utf8'),
  };
}

function node(
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`node ${words[0]} exited ${status}: ${stderr}`);
}

let started: Promise<RegistryServer> | undefined;
let folder: string | undefined;

function scratch(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'coppice-bench-client-'));
  return folder;
}

function registry(): Promise<RegistryServer> {
  started ??= startRegistry().then(async (server) => {
    for (let at = 0; at < tops; at += 1) {
      for (const half of [2 * at, 2 * at + 1]) {
        await server.publish(`low-${half}`, '1.0.0', bundleOf(`low-${half}`, []));
        await server.publish(`middle-${half}`, '1.0.0', bundleOf(`middle-${half}`, [`low-${half}@^1`]));
      }
      const requires = [`middle-${2 * at}`, `middle-${2 * at + 1}`];
      await server.publish(`top-${at}`, '1.0.0', bundleOf(`top-${at}`, requires));
    }
    return server;
  });
  return started;
}

/** A bundle of random words, which compress badly and on which no scanner rule spends extra time. */
function bundleOf(name: string, requires: readonly string[]): Uint8Array {
  const words = Array.from({ length: bundleBytes / 9 }, (_, at) =>
    String.fromCharCode(
      ...hash('sha256', `${name} ${at}`, 'buffer')
        .subarray(0, 8)
        .map((byte) => 97 + (byte % 26)),
    ),
  );
  const text = [
    `---\nname: ${name}\ndescription: Does ${name} well\nrequires: [${requires.join(', ')}]\n---`,
    `# ${name}\n\n${words.join(' ')}\n`,
  ].join('\n');
  return packBundle([{ path: 'SKILL.md', bytes: Buffer.from(text), executable: false }], bundleCodec);
}
