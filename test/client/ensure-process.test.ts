import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { type MemoryRemote, memoryRemote } from '../../src/client/remote/memory-remote.fixture.js';
import { nodeLinkDisk } from '../../src/system/disk/links.js';

let folder: string;
let script: string;
let remote: MemoryRemote;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-ensure-'));
  script = join(folder, 'child.mjs');
  const source = fileURLToPath(new URL('../../src/client/ensure/ensure.child.ts', import.meta.url));
  buildSync({
    entryPoints: [source],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // For packages that are written in the older way.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  remote = memoryRemote();
  await remote.put('leaf@1.0.0');
  await remote.put('lib@1.0.0', { requires: ['leaf'], files: { 'references/a.md': 'a\n' } });
  await remote.put('app@1.0.0', { requires: ['lib'] });
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function newWorld(name: string, home = join(folder, name, 'home')) {
  const place = join(folder, name);
  mkdirSync(place);
  const world = new EnsureWorld({ disk: nodeLinkDisk, place, home, remote });
  world.manifest(['app']);
  return { place, world };
}

test.skipIf(process.platform === 'win32')(
  'a process killed at any operation leaves what the next ensure heals',
  async () => {
    const { world: whole } = newWorld('whole');
    await whole.ensure();
    const locked = new Set<boolean>();
    // Every 29th, as each costs a process; the disk in memory stops at all of them.
    for (let at = 7, isOver = false; !isOver; at += 29) {
      const { place, world } = newWorld(`kill-${at}`);
      const { signal, stdout } = spawnSync(process.execPath, [script, place, String(at)], { input: '\n' });
      isOver = signal === null;
      if (isOver) expect(String(stdout)).toBe('ready\ninstalled 3\n');
      locked.add(world.text('coppice.lock') !== undefined);
      expect(await world.ensure(), `killed at ${at}`).toMatchObject({ ok: true, skipped: [] });
      expect(world.seen(), `killed at ${at}`).toEqual(whole.seen());
      expect(world.text('coppice.lock')).toBe(whole.text('coppice.lock'));
      expect(world.verify(), `killed at ${at}`).toMatchObject({ ok: true, checked: 3 });
    }
    expect(locked).toEqual(new Set([false, true]));
  },
);

test('of two processes at once one waits, and finds nothing left to do', async () => {
  const { place, world } = newWorld('duel');
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, [script, place], { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return { child, said: text(child.stdout), ready: once(child.stdout, 'data') };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('\n');
  const said = await Promise.all(children.map(({ said }) => said));
  expect(said.toSorted()).toEqual(['ready\ninstalled 0\n', 'ready\ninstalled 3\n']);
  expect(world.verify()).toMatchObject({ ok: true, checked: 3 });
  expect(readdirSync(join(place, 'home/store')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('two projects at once share what both of them need', async () => {
  const first = newWorld('share-one').world;
  const second = newWorld('share-two', first.home).world;
  const results = await Promise.all([first.ensure(), second.ensure()]);
  expect(results).toMatchObject(results.map(() => ({ ok: true, installed: { length: 3 } })));
  expect(first.tree()).toEqual(second.tree());
});
