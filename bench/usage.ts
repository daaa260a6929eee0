/*
 * What it costs to count: an event against a bare append of the same bytes, whatever the number of records and of
 * processes; and the first reading of a very large store.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/system/clock.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import { applyJournal, usageOf } from '../src/usage/rules/apply-journal.js';
import { printLine } from '../src/usage/rules/journal-line.js';
import { printSnapshot } from '../src/usage/rules/snapshot.js';
import { type UsageResult, UsageStore } from '../src/usage/store.js';
import { type Bench, type Figures, shortest } from './bench.js';

const events = 5000;

export const benches: readonly Bench[] = [
  {
    name: 'usage record with 10,000 records',
    limit: { ratio: 2 },
    run: () =>
      inFolder((folder) => {
        const store = storeWith(folder, 10_000);
        const line = printLine({ id: 'home:skill-7', kind: 'use', at: Date.now() });
        const figures = perEvent(
          () => expectOk(store.record('home:skill-7', 'use')),
          () => appendFileSync(join(folder, 'plain'), line),
        );
        const details = { 'events per second': Math.round(1_000_000 / figures.ours) };
        return { ...figures, unit: 'us', peerName: 'appendFileSync of the same bytes', details };
      }),
  },
  {
    name: 'usage record, at least 5,000 a second',
    limit: { ratio: 1 },
    run: () =>
      inFolder((folder) => {
        const store = storeWith(folder, 10_000);
        const { ours } = perEvent(
          () => expectOk(store.record('home:skill-7', 'use')),
          () => undefined,
        );
        return { ours, peer: 200, unit: 'us', peerName: 'the limit' };
      }),
  },
  {
    name: 'usage record with 100,000 records',
    limit: { ratio: 1.3 },
    run: () =>
      inFolder((folder) => {
        const [many, few] = [storeWith(join(folder, 'many'), 100_000), storeWith(join(folder, 'few'), 10)];
        const figures = perEvent(
          () => expectOk(many.record('home:skill-7', 'use')),
          () => expectOk(few.record('home:skill-7', 'use')),
        );
        return { ...figures, unit: 'us', peerName: 'the same with 10 records' };
      }),
  },
  {
    name: 'usage read of 100,000 records',
    limit: { ratio: 1 },
    run: () =>
      inFolder((folder) => {
        storeWith(folder, 100_000);
        const read = () => expectEqual(storeIn(folder).all().length, 100_000);
        const parse = () => JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8'));
        const best = shortest(5, read, parse);
        return {
          ours: best.ours,
          peer: 1000,
          unit: 'ms',
          peerName: 'the limit',
          details: { 'JSON.parse of the same file, ms': Math.round(best.peer) },
        };
      }),
  },
  {
    name: 'usage record by 8 processes at once',
    limit: { ratio: 2 },
    run: () => inFolder(recordByProcesses),
  },
];

/** Nothing may be lost, and together they may not be much slower than one that does all. */
async function recordByProcesses(folder: string): Promise<Figures> {
  const rounds = 5;
  const batches = 100;
  const appenders = Array.from({ length: 8 }, (_, index) => new Appender(folder, `home:skill-${index}`));
  try {
    for (const appender of appenders) await appender.append(1);
    let [together, alone] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      await appenders[0]?.append(8 * batches);
      const between = performance.now();
      await Promise.all(appenders.map((appender) => appender.append(batches)));
      together = Math.min(together, performance.now() - between);
      alone = Math.min(alone, between - started);
    }
    expectEqual(storeIn(folder).get('shared')?.useCount, (eventsPerBatch * (8 + 16 * rounds * batches)) / 2);
    const perEvent = 1000 / (8 * batches * eventsPerBatch);
    return {
      ours: together * perEvent,
      peer: alone * perEvent,
      unit: 'us',
      peerName: 'one process that does all',
    };
  } finally {
    for (const appender of appenders) appender.end();
  }
}

/** The child of the tests records so many events for each byte of its input, half of them of a shared skill. */
const eventsPerBatch = 20;

class Appender {
  readonly #process: ChildProcessWithoutNullStreams;

  constructor(folder: string, name: string) {
    const code = `import('./scripts/import-source.mjs').then(({ importSource }) => importSource('src/usage/store.child.ts'))`;
    this.#process = spawn(process.execPath, [
      '-e',
      code,
      'child',
      join(folder, 'usage.json'),
      'append',
      name,
    ]);
  }

  async append(batches: number): Promise<void> {
    this.#process.stdin.write('.'.repeat(batches));
    for (let done = 0; done < batches; ) {
      const [dots]: Buffer[] = await once(this.#process.stdout, 'data');
      done += dots?.length ?? 0;
    }
  }

  end(): void {
    this.#process.stdin.end();
  }
}

/** A compacted store, each of whose skills was used on a few days. */
function storeWith(folder: string, skills: number): UsageStore {
  const now = Date.now();
  const lines = Array.from({ length: 3 * skills }, (_, index) => ({
    kind: 'use' as const,
    id: `home:skill-${index % skills}`,
    at: now - index * 1000,
  }));
  const usage = applyJournal(usageOf([]), lines);
  const text = printSnapshot({ usage, folded: { generation: 1, offset: 0, rotated: [] } });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'usage.json'), text);
  return storeIn(folder);
}

function storeIn(folder: string): UsageStore {
  return new UsageStore({ path: join(folder, 'usage.json'), files: nodeFiles, clock: systemClock });
}

async function inFolder(run: (folder: string) => Figures | Promise<Figures>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The shortest of several interleaved rounds, in microseconds for each of the events. */
function perEvent(ours: () => void, peer: () => void): { readonly ours: number; readonly peer: number } {
  const many = (act: () => void) => () => {
    for (let event = 0; event < events; event += 1) act();
  };
  const best = shortest(10, many(ours), many(peer));
  return { ours: (best.ours * 1000) / events, peer: (best.peer * 1000) / events };
}

function expectOk(result: UsageResult): void {
  if (!result.ok) throw result.error;
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${actual} instead of ${expected}`);
}
