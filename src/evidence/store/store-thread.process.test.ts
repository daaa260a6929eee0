import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Machine, now as machineNow, promptLine, withMachine } from '../backfill.world.js';
import { batch, event, now, openStore, start, withFolder } from './store.world.js';
import { storeThread } from './store-thread.js';

let scratch: string;
let script: string;

beforeAll(() => {
  // Inside node_modules, so that the native module is found from there.
  scratch = mkdtempSync(fileURLToPath(new URL('../../../node_modules/.coppice-', import.meta.url)));
  script = join(scratch, 'worker.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('store-worker.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite'],
  });
});
afterAll(() => rmSync(scratch, { recursive: true }));

function threadOf(file: string, folder: string) {
  const thread = storeThread(file, join(folder, 'evidence.sqlite'));
  onTestFinished(() => thread.close());
  return thread;
}

function putSessions({ put }: Machine): void {
  for (const session of ['one', 'two', 'three']) {
    const lines = Array.from({ length: 30 }, (_, number) =>
      promptLine(`message ${number}`, machineNow - 60_000 + number, session),
    );
    put(`/u/.claude/projects/p/${session}.jsonl`, lines.join(''));
  }
}

test('a backfill that stores in a thread leaves the same evidence as one that stores in turn', async () => {
  const [expected, expectedEvents] = await withMachine(async (machine) => {
    putSessions(machine);
    return [await machine.backfill({ batchEvents: 7 }), await machine.events()];
  });
  await withMachine(async (machine) => {
    putSessions(machine);
    let threads = 0;
    const beside = () => {
      threads += 1;
      return storeThread(script, join(machine.folder, 'evidence.sqlite'));
    };
    const report = await machine.backfill({ batchEvents: 7 }, beside);
    expect(report).toEqual(expected);
    expect(report.eventsAdded).toBe(90);
    expect(await machine.events()).toEqual(expectedEvents);
    expect(threads).toBe(1);
    expect((await machine.backfill({ batchEvents: 7 }, beside)).filesSkipped).toBe(3);
  });
});

test('a small backfill and a large session need no thread', async () => {
  const beside = () => {
    throw new Error('a thread was started');
  };
  await withMachine(async (machine) => {
    putSessions(machine);
    expect((await machine.backfill({ batchEvents: 91 }, beside)).eventsAdded).toBe(90);
    const large = new Uint8Array(65 * 1024 * 1024).fill(0x20);
    large.set(
      new TextEncoder().encode(`\n${promptLine('a', machineNow)}${promptLine('b', machineNow + 1)}`),
      9,
    );
    machine.put('/u/.claude/projects/p/large.jsonl', large);
    expect((await machine.backfill({ batchEvents: 1 }, beside)).eventsAdded).toBe(2);
  });
});

test('after a failure the thread stores nothing, so that no cursor passes over what is missing', async () => {
  await withFolder(async (folder) => {
    (await openStore(folder)).close();
    const thread = threadOf(script, folder);
    const events = [event(1), { ...event(2), turn: 'none' as never }, event(3)];
    const given = events.map((each) => thread.ingestAll([batch([each])]).catch(({ code }) => code));
    expect(await Promise.all(given)).toEqual([{ added: 1 }, 'internal', 'internal']);
    const store = await openStore(folder);
    expect(store.recent({ from: start, to: now })).toHaveLength(1);
    store.close();
  });
});

test('a thread that ends fails what it was given, and the backfill', async () => {
  const file = join(scratch, 'ends.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => process.exit());\n`,
  );
  await withMachine(async (machine) => {
    putSessions(machine);
    const beside = () => threadOf(file, machine.folder);
    await expect(machine.backfill({ batchEvents: 7 }, beside)).rejects.toMatchObject({ code: 'internal' });
    expect(await machine.events()).toEqual([]);
    // The next one reads everything again.
    expect((await machine.backfill()).eventsAdded).toBe(90);
  });
});
