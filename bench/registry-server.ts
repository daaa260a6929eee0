/*
 * The built registry on an embedded database in a scratch folder, with a tenant, a token that may do everything, and
 * limits so high that no bench meets them.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packBundle } from '../src/skill/bundle/pack-bundle.js';
import { bundleCodec } from '../src/system/gzip.js';

export interface RegistryServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  publish(slug: string, version: string, bundle: Uint8Array): Promise<void>;
  readonly process: ChildProcess;
  /** Of the server's process alone. */
  memoryBytes(): number;
  /** The time of processors that all threads of the server's process have used. */
  processorMs(): number;
  stop(): Promise<void>;
}

const scopes = 'skills:read skills:publish skills:curate tenant:admin';

/** `settings` are further variables of its environment. */
export async function startRegistry(
  settings: Readonly<Record<string, string>> = {},
): Promise<RegistryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  // As root, PostgreSQL runs as another user, which must be able to enter.
  chmodSync(folder, 0o755);
  const environment = {
    ...process.env,
    COPPICE_HOME: join(folder, 'home'),
    COPPICE_REGISTRY_DATA: join(folder, 'pg'),
    COPPICE_DECAY_CHECK_INTERVAL_SECS: '0',
    COPPICE_STOP_GRACE_SECS: '0',
    COPPICE_RATE_READS: '1000000000',
    COPPICE_RATE_WRITES: '1000000000',
    COPPICE_RATE_PUBLISHES: '1000000000',
    ...settings,
  };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await spawnServer(environment, port);
  const admin = (...words: string[]) =>
    execFileSync(process.execPath, ['dist/main.js', 'registry', 'admin', ...words, '--json'], {
      env: environment,
      encoding: 'utf8',
    });
  admin('tenant', 'create', 'acme');
  const { token } = JSON.parse(
    admin('token', 'create', '--tenant', 'acme', '--name', 'bench', '--scopes', scopes),
  );
  const headers = { authorization: `Bearer ${token}`, 'x-coppice-tenant': 'acme' };
  return {
    url,
    headers,
    environment,
    publish: (slug, version, bundle) => publish(url, headers, slug, version, bundle),
    process: server,
    memoryBytes: () => residentBytes(server),
    processorMs: () => usedMs(server),
    stop: async () => {
      if (server.exitCode === null) await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns when it is ready. Servers of one environment share its database. */
export async function spawnServer(
  environment: RegistryServer['environment'],
  port: number,
): Promise<ChildProcess> {
  const words = ['dist/main.js', 'registry', 'serve', '--port', String(port)];
  const server = spawn(process.execPath, words, { stdio: 'ignore', env: environment });
  await answers(`http://127.0.0.1:${port}/readyz`, server);
  return server;
}

/** Returns when it has ended, which it does by itself. */
export async function stopServer(server: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

/** A skill with a script, about so large when it is packed: its text is not to be compressed. */
export function bundleOf(name: string, sizeBytes: number): Uint8Array {
  let state = 42;
  const noise = Array.from({ length: sizeBytes }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  });
  const words = noise.join('').replaceAll(/.{9}/g, '$& ');
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text), executable: false });
  return packBundle(
    [
      file('SKILL.md', `---\nname: ${name}\ndescription: Does ${name} well\n---\n# ${name}\n\n${words}\n`),
      file('scripts/run.sh', 'echo done\n'),
    ],
    bundleCodec,
  );
}

async function publish(
  url: string,
  headers: Readonly<Record<string, string>>,
  slug: string,
  version: string,
  bundle: Uint8Array,
): Promise<void> {
  const form = new FormData();
  form.set('metadata', JSON.stringify({ slug, version }));
  form.set('bundle', new Blob([Buffer.from(bundle)]), 'bundle.tar.gz');
  const answer = await fetch(`${url}/v1/skills`, { method: 'POST', headers, body: form });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`publish of ${slug} answered ${answer.status}: ${text}`);
}

/** Only Linux reports this of another process. */
function residentBytes({ pid }: ChildProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4_096;
}

/** The kernel counts in hundredths of a second. */
function usedMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Until it answers, or its process ends. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server for ${url} exited ${child.exitCode}`);
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
