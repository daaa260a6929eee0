import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { type DatabasePool, openPool } from '../db/pool.js';
import { embeddedOptions, openFolder, quickSettings, testBinaries } from './embedded.fixture.js';
import { startEmbedded } from './start-embedded.js';

const folder = openFolder();
const options = {
  ...embeddedOptions(join(folder.path, 'data'), await testBinaries(folder.path)),
  // A commit is acknowledged when the operating system has it, which survives a crash of the server.
  settings: { ...quickSettings, synchronous_commit: 'on' },
};
const server = await startEmbedded(options);
const pool = openPool(server.url, { log: silentLog, maxConnections: 8, connectTimeoutMs: 2_000 });
await sql`create table numbers (number int primary key)`.execute(pool.database);

afterAll(async () => {
  await pool.close();
  await server.stop();
  folder.remove();
});

let next = 1;

interface Load {
  readonly written: readonly number[];
  readonly codes: ReadonlySet<string>;
  end(): Promise<void>;
}

/** Writes numbers without a pause, and records which were acknowledged and how the others failed. */
function writeNumbers({ database }: DatabasePool): Load {
  const written: number[] = [];
  const codes = new Set<string>();
  let isEnding = false;
  const write = async (): Promise<void> => {
    while (!isEnding) {
      const number = next;
      next += 1;
      try {
        await database.transaction().execute(async (transaction) => {
          await sql`insert into numbers values (${number})`.execute(transaction);
        });
        written.push(number);
      } catch (fault) {
        codes.add(fault instanceof CoppiceError ? fault.code : String(fault));
        // Lets timers run while everything fails at once.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
  const writers = Array.from({ length: 16 }, write);
  const end = async (): Promise<void> => {
    isEnding = true;
    await Promise.all(writers);
  };
  return { written, codes, end };
}

test.each([
  ['killed', 'SIGKILL'],
  ['stopped', 'SIGINT'],
] as const)(
  'when the server is %s under load, writes fail as unavailable, acknowledged ones stay, and it restarts by itself',
  async (_, signal) => {
    const load = writeNumbers(pool);
    const more = async (): Promise<void> => {
      const least = load.written.length + 100;
      await vi.waitFor(() => expect(load.written.length).toBeGreaterThan(least), { timeout: 30_000 });
    };
    await more();
    const { pid } = server;
    process.kill(pid, signal);
    await vi.waitFor(() => expect(load.codes.size).toBeGreaterThan(0), { timeout: 30_000 });
    await more();
    await load.end();
    expect(server.pid).not.toBe(pid);

    expect([...load.codes]).toEqual(['unavailable']);
    const { rows } = await sql<{ number: number }>`select number from numbers`.execute(pool.database);
    const stored = new Set(rows.map(({ number }) => number));
    expect(load.written.filter((number) => !stored.has(number))).toEqual([]);
  },
);
