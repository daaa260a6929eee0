/*
 * The team's server on its embedded database, either of which may be killed at any moment. After that the server must
 * answer again: by itself where only the database died, else when it is started again.
 */

import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Random } from './random.js';
import type { World } from './world.js';

export interface Server {
  readonly url: string;
  readonly token: string;
  /** Kills the server, its database or both, and waits until all is well again. */
  kill(random: Random): Promise<void>;
  stop(): Promise<void>;
}

const scopes = 'skills:read skills:publish skills:curate tenant:admin';
/** On a busy machine a database that was killed takes its time to recover. */
const patienceMs = 120_000;

export async function startServer(world: World): Promise<Server> {
  const { journal } = world;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => world.start(['registry', 'serve', '--port', String(port)]);
  let server = start();
  await isReady(url, server);
  const tenant = await world.run(['registry', 'admin', 'tenant', 'create', 'acme']);
  const made = await world.run(
    ['registry', 'admin', 'token', 'create', '--tenant', 'acme', '--name', 'soak', '--scopes', scopes],
    {},
  );
  if (tenant.kind !== 'done' || made.kind !== 'done') throw new Error(JSON.stringify([tenant, made]));
  return {
    url,
    token: String(made.document['token']),
    kill: async (random) => {
      const what = random.pick(['server', 'database', 'server and database'] as const);
      journal.killed(what);
      if (what !== 'server') killDatabase(world);
      if (what !== 'database') {
        await ended(server, 'SIGKILL');
        server = start();
      }
      const ready = await isReady(url, server);
      journal.check('the server answers again', ready, () => `not after the ${what} was killed`);
      if (!ready) {
        await ended(server, 'SIGKILL');
        server = start();
        await isReady(url, server);
      }
    },
    stop: async () => {
      const code = await ended(server, 'SIGTERM');
      journal.check('the server stops cleanly', code === 0, () => `it exited ${code}`);
    },
  };
}

function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve(server.exitCode);
  return new Promise((done) => {
    server.once('exit', (code) => done(code));
    server.kill(signal);
  });
}

/** The postmaster alone: its children see that it is gone. */
function killDatabase({ folder }: World): void {
  const path = join(folder, 'pg', 'postmaster.pid');
  if (!existsSync(path)) return;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}

async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  const latest = Date.now() + patienceMs;
  while (Date.now() < latest && server.exitCode === null) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return true;
    } catch (error) {
      // Not listening yet.
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
