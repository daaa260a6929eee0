import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemClock } from '../system/clock.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { UsageStore } from './store.js';

let folder: string;
let script: string;
let path: string;
const started: Worker[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-usage-'));
  script = join(folder, 'child.mjs');
  path = join(folder, 'usage.json');
  const source = fileURLToPath(new URL('store.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(async () => {
  await Promise.all(started.map((worker) => worker.kill()));
  rmSync(folder, { recursive: true });
});

/** A process that uses the store when it is asked to, and prints a dot for each time it has done so. */
class Worker {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<unknown>;
  #asked = 0;
  done = 0;

  constructor(role: 'append' | 'compact' | 'read', name = '') {
    const args = [script, path, role, name];
    this.#process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (dots: Buffer) => {
      this.done += dots.length;
    });
    // Unlike `exit`, this comes after all its dots were read.
    this.#closed = once(this.#process, 'close');
    started.push(this);
  }

  ask(times: number): void {
    this.#asked += times;
    this.#process.stdin.write('.'.repeat(times));
  }

  /** Waits until it has done what it was asked, or some of it. */
  async reaches(done = this.#asked): Promise<void> {
    while (this.done < done) {
      const more = once(this.#process.stdout, 'data').then(() => true);
      expect(await Promise.race([more, this.#closed.then(() => false)]), 'it still runs').toBe(true);
    }
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#closed;
  }
}

/** Killed in the middle of its work. */
async function killAtWork(worker: Worker): Promise<void> {
  worker.ask(1000);
  await worker.reaches(2);
  await worker.kill();
}

test('16 appenders, compactors and the deaths of some lose and double nothing', {
  timeout: 120_000,
}, async () => {
  const appenders = Array.from({ length: 16 }, (_, index) => new Worker('append', `skill-${index}`));
  const [mortal, immortal] = [appenders.slice(0, 4), appenders.slice(4)];
  const others = [new Worker('compact'), new Worker('read')];
  for (const victim of mortal) {
    for (const worker of immortal) worker.ask(3);
    for (const worker of others) worker.ask(4);
    await Promise.all([killAtWork(victim), killAtWork(new Worker('compact'))]);
    await Promise.all([...immortal, ...others].map((worker) => worker.reaches()));
  }

  const store = new UsageStore({ path, files: nodeFiles, clock: systemClock });
  const counts = () => appenders.map((_, index) => store.get(`skill-${index}`)?.useCount ?? 0);
  const before = counts();
  expect(before.slice(4)).toEqual(immortal.map(({ done }) => 10 * done));
  for (const [index, { done }] of mortal.entries()) {
    // It was killed between two dots, so up to ten events are without one.
    expect(before[index]).toBeGreaterThanOrEqual(10 * done);
    expect(before[index]).toBeLessThanOrEqual(10 * done + 10);
  }
  const shared = store.get('shared')?.useCount ?? 0;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(shared).toBeLessThanOrEqual(sum(before));
  expect(shared, 'each that was killed may owe one').toBeGreaterThanOrEqual(sum(before) - mortal.length);
  expect(nodeFiles.stat(join(folder, 'usage.journal.2')), 'the journal was set aside, twice').toBeDefined();

  expect(await store.compact()).toMatchObject({ ok: true });
  expect([counts(), store.get('shared')?.useCount]).toEqual([before, shared]);
});

test('readers that compact, and the deaths of some, lose and double nothing', {
  timeout: 120_000,
}, async () => {
  path = join(folder, 'read/usage.json');
  const appenders = Array.from({ length: 4 }, (_, index) => new Worker('append', `skill-${index}`));
  const readers = [new Worker('read'), new Worker('read')];
  for (let round = 0; round < 3; round += 1) {
    for (const worker of appenders) worker.ask(5);
    for (const worker of readers) worker.ask(4);
    await killAtWork(new Worker('read'));
    await Promise.all([...appenders, ...readers].map((worker) => worker.reaches()));
  }
  const store = new UsageStore({ path, files: nodeFiles, clock: systemClock });
  for (const [index, { done }] of appenders.entries())
    expect(store.get(`skill-${index}`)?.useCount).toBe(10 * done);
  expect(nodeFiles.stat(path), 'a reader has compacted').toBeDefined();
});
