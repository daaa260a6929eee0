import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeFiles } from '../disk/node-disk.js';
import { acquireLock, tryLock } from './lock.js';

let folder: string;
let script: string;
const started: Contender[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-lock-'));
  script = join(folder, 'child.mjs');
  const source = fileURLToPath(new URL('lock.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(async () => {
  await Promise.all(started.map((contender) => contender.kill()));
  rmSync(folder, { recursive: true });
});

/** A process that takes the lock in a place, the last time until it is killed. */
class Contender {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;

  constructor(place: string, name: string, times: number) {
    const args = [script, place, name, String(times)];
    this.#process = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(this);
  }

  async says(word: string): Promise<void> {
    const [said] = await once(this.#process.stdout, 'data');
    expect(String(said)).toBe(`${word}\n`);
  }

  begin(): void {
    this.#process.stdin.write('\n');
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

function newPlace(name: string): { readonly place: string; readonly lock: string } {
  const place = join(folder, name);
  mkdirSync(place);
  return { place, lock: join(place, 'lock') };
}

/** A lock whose holder was killed. */
async function leaveStale(place: string): Promise<void> {
  const holder = new Contender(place, 'killed', 1);
  await holder.says('ready');
  holder.begin();
  await holder.says('holding');
  await holder.kill();
}

test('a process that lives keeps its lock, and one that was killed loses it at once', async () => {
  const { place, lock } = newPlace('two');
  const holder = new Contender(place, 'holder', 1);
  await holder.says('ready');
  holder.begin();
  await holder.says('holding');
  expect(tryLock(nodeFiles, lock)).toMatchObject({ kind: 'busy', holder: { host: expect.any(String) } });
  await expect(acquireLock(nodeFiles, lock, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'lock-busy' });
  await holder.kill();
  expect(tryLock(nodeFiles, lock).kind).toBe('locked');
});

test('a stale lock goes to one of eight contenders at a time', async () => {
  const { place, lock } = newPlace('eight');
  await leaveStale(place);
  const contenders = Array.from({ length: 8 }, (_, index) => new Contender(place, `c${index}`, 5));
  await Promise.all(contenders.map((contender) => contender.says('ready')));
  const kills = contenders.map(async (contender) => {
    await contender.says('holding');
    await contender.kill();
  });
  for (const contender of contenders) contender.begin();
  await Promise.all(kills);

  const lines = new TextDecoder()
    .decode(nodeFiles.read(join(place, 'log'))?.bytes)
    .trim()
    .split('\n');
  expect(lines).toHaveLength(2 * (1 + 8 * 5));
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index]?.replace('enter', 'leave'));
  }
  expect(tryLock(nodeFiles, lock).kind).toBe('locked');
});
