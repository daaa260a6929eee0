import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeDisk } from '../system/disk/node-disk.js';
import { randomIds } from '../system/ids.js';
import { sha256Hex } from '../text/hash.js';
import { EvolveWorld, end, start } from './evolve.world.js';
import type { EvolveOptions } from './run.js';

const names = ['deploy', 'pdf'];
let folder: string;
let script: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-evolve-')));
  script = join(folder, 'child.cjs');
  const source = fileURLToPath(new URL('run.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'cjs' });
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function newWorld(name: string): EvolveWorld {
  const skills = Object.fromEntries(names.map((skill) => [skill, {}]));
  const world = new EvolveWorld(skills, { disk: nodeDisk, folder: join(folder, name) });
  for (const skill of names) world.fails(skill);
  return world;
}

function runChild(world: EvolveWorld, killedAt: number, options: Partial<EvolveOptions> = {}) {
  const words = [script, world.folder, String(killedAt), JSON.stringify(options)];
  const { signal, stdout } = spawnSync(process.execPath, words, { input: '\n' });
  return { signal, said: String(stdout) };
}

/** The next run completes what is unfinished, and then every skill has its note, once. */
async function expectHealed(world: EvolveWorld, bare: Readonly<Record<string, string>>, message: string) {
  await world.apply({}, { ids: randomIds });
  for (const name of names) {
    const now = world.text(name);
    expect(now.startsWith(bare[name] ?? '?'), `${name}, ${message}`).toBe(true);
    expect([now.split(start).length, now.split(end).length], `${name}, ${message}`).toEqual([2, 2]);
  }
  expect(
    world.entries().filter(({ state }) => state === 'prepared'),
    message,
  ).toEqual([]);
}

const bareTexts = (world: EvolveWorld) => Object.fromEntries(names.map((name) => [name, world.text(name)]));

test('a run killed at any operation leaves old or new bytes, and the next one completes it', async () => {
  const kinds = new Set<string>();
  // Some of them, as each costs a process; the disk in memory stops at all of them.
  for (let at = 11, isOver = false; !isOver; at += 53) {
    const world = newWorld(`kill-${at}`);
    const bare = bareTexts(world);
    const { signal, said } = runChild(world, at);
    isOver = signal === null;
    if (isOver) expect(said).toBe('ready\n{"deploy":"applied","pdf":"applied"}\n');
    for (const name of names) {
      const now = world.text(name);
      const isNew = now.startsWith(bare[name] ?? '?') && now.trimEnd().endsWith(end);
      expect(now === bare[name] || isNew, `${name}, killed at ${at}`).toBe(true);
    }
    kinds.add(world.entries()[0]?.state ?? 'nothing');
    await expectHealed(world, bare, `killed at ${at}`);
  }
  expect(kinds).toEqual(new Set(['nothing', 'prepared', 'committed']));
});

test.each(['preVerify', 'verify'])(
  'a run killed in the stage %s is taken back by the next',
  async (stage) => {
    const world = newWorld(`stage-${stage}`);
    const bare = bareTexts(world);
    expect(runChild(world, 0, { [stage]: 'kill -9 $PPID' }).signal).toBe('SIGKILL');
    expect(world.text('deploy')).toContain(start);
    expect(world.entries()).toMatchObject([{ state: 'prepared' }, { state: 'prepared' }]);
    await expectHealed(world, bare, stage);
    expect(world.entries().map(({ state }) => state)).toEqual([
      'rolled-back',
      'rolled-back',
      'committed',
      'committed',
    ]);
  },
);

test('six runs at once never tear a skill, and the ledger leads from the old bytes to the new', async () => {
  const world = newWorld('six');
  const bare = bareTexts(world);
  const children = [1, 2, 3, 4, 1, 2].map((variants) => {
    const words = [script, world.folder, '0', JSON.stringify({ variants })];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    started.push(child);
    return { child, said: text(child.stdout), ready: once(child.stdout, 'data') };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('\n');
  const said = await Promise.all(children.map((each) => each.said));
  expect(said.toSorted()).toEqual([
    'ready\n{"deploy":"applied","pdf":"applied"}\n',
    ...Array.from({ length: 5 }, () => 'ready\n{"deploy":"planned unchanged","pdf":"planned unchanged"}\n'),
  ]);
  for (const name of names) {
    const [entry, ...others] = world.entries().filter(({ skill }) => skill === `home:${name}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      state: 'committed',
      files: [
        {
          before: { sha256: sha256Hex(bare[name] ?? '') },
          after: { sha256: sha256Hex(world.text(name)) },
        },
      ],
    });
  }
});
