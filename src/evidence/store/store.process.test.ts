import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { now, openStore, start, withFolder } from './store.world.js';

let scratch: string;
let script: string;

beforeAll(() => {
  // Inside node_modules, so that the native module is found from there.
  scratch = mkdtempSync(fileURLToPath(new URL('../../../node_modules/.coppice-', import.meta.url)));
  script = join(scratch, 'child.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('store.child.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite'],
  });
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** A process that stores a batch for every byte it is given, and prints a dot for each that is stored. */
class Worker {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<unknown>;
  done = 0;

  constructor(folder: string, name: string) {
    const args = [script, join(folder, 'evidence.sqlite'), name];
    this.#process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (dots: Buffer) => {
      this.done += dots.length;
    });
    this.#closed = once(this.#process, 'close');
  }

  async store(batches: number, awaited = batches): Promise<void> {
    const until = this.done + awaited;
    this.#process.stdin.write('.'.repeat(batches));
    while (this.done < until) {
      const more = once(this.#process.stdout, 'data').then(() => true);
      expect(await Promise.race([more, this.#closed.then(() => false)]), 'it still runs').toBe(true);
    }
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#closed;
  }
}

test(
  'processes that store at once, and are killed at it, lose, double and halve nothing',
  {
    timeout: 120_000,
  },
  () =>
    withFolder(async (folder) => {
      const names = ['a', 'b', 'c', 'd'];
      const workers = names.map((name) => new Worker(folder, name));
      const [first, second, ...others] = workers;
      try {
        // All of them open the store that is not there yet.
        await Promise.all([
          ...[first, second].map((victim) => victim?.store(1_000, 2).then(() => victim.kill())),
          ...others.map((worker) => worker.store(10)),
        ]);
      } finally {
        await Promise.all(workers.map((worker) => worker.kill()));
      }

      const store = await openStore(folder);
      const window = { from: start, to: now };
      const counts = new Map<string, number>();
      for (const { session } of store.recent(window)) counts.set(session, (counts.get(session) ?? 0) + 1);
      const batches = names.map((name) => (counts.get(name) ?? 0) / 50);
      expect(batches.slice(2)).toEqual([10, 10]);
      for (const [index, victim] of [first, second].entries()) {
        expect([victim?.done, (victim?.done ?? 0) + 1], 'whole batches, one of them untold').toContain(
          batches[index],
        );
      }
      expect(counts.get('shared')).toBe(50 * Math.max(...batches));
      const { toolEvents, sessions } = store.summary(window);
      expect([toolEvents, sessions]).toEqual([
        [...counts.values()].reduce((sum, count) => sum + count, 0),
        5,
      ]);
      store.close();
    }),
);
