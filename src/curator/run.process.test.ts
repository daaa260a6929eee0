import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '../library/write/ledger.js';
import { fixedClock } from '../system/clock.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { UsageStore } from '../usage/store.js';
import { runCurator } from './run.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);
let folder: string;
let script: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-curator-'));
  script = join(folder, 'child.cjs');
  const source = fileURLToPath(new URL('run.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'cjs' });
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function newPlace(name: string, count: number) {
  const options = join(folder, name);
  const home = join(options, 'home');
  const names = Array.from({ length: count }, (_, index) => `skill-${index}`);
  mkdirSync(home, { recursive: true });
  const past = new UsageStore({
    path: join(home, 'usage.json'),
    files: nodeFiles,
    clock: fixedClock(now - 100 * day),
  });
  for (const skill of names) {
    mkdirSync(join(home, 'skills', skill), { recursive: true });
    writeFileSync(join(home, 'skills', skill, 'SKILL.md'), skillText(skill));
    past.put(`home:${skill}`, { createdBy: 'agent', createdAt: now - 200 * day });
    past.record(`home:${skill}`, 'use');
  }
  const deps = {
    files: nodeFiles,
    clock: fixedClock(now),
    home,
    userHome: join(options, 'user'),
    workingFolder: options,
    platform: process.platform,
    environment: {},
  };
  const usage = new UsageStore({ path: join(home, 'usage.json'), files: nodeFiles, clock: fixedClock(now) });
  return { options, home, names, deps, usage };
}

function skillText(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n# ${name}\n`;
}

function runChild(options: string, killedAt: number): readonly [signal: string | null, said: string] {
  const { signal, stdout } = spawnSync(process.execPath, [script, options, String(now), String(killedAt)], {
    input: '\n',
  });
  return [signal, String(stdout)];
}

test.skipIf(process.platform === 'win32')(
  'a run killed at any operation leaves what the next one completes',
  async () => {
    const kinds = new Set<string>();
    // Some of them, as each costs a process; the disk in memory stops at all of them.
    for (let at = 7, isOver = false; !isOver; at += 41) {
      const { options, home, names, deps, usage } = newPlace(`kill-${at}`, 2);
      const [signal, said] = runChild(options, at);
      isOver = signal === null;
      if (isOver) expect(said).toBe('ready\ndone 2\n');
      kinds.add(readLedger(deps).entries[0]?.state ?? 'nothing');

      const report = await runCurator(deps, { now: true });
      expect(report.error, `killed at ${at}`).toBeNull();
      for (const name of names) {
        expect(existsSync(join(home, 'skills', name)), `killed at ${at}`).toBe(false);
        expect(readFileSync(join(home, 'skills/.archive', name, 'SKILL.md'), 'utf8')).toBe(skillText(name));
        expect(usage.get(`home:${name}`)).toMatchObject({ state: 'archived', useCount: 1 });
      }
      expect(readLedger(deps).entries.filter(({ state }) => state === 'prepared')).toEqual([]);
    }
    expect(kinds).toEqual(new Set(['nothing', 'prepared', 'committed']));
  },
);

test('of two runs at once every skill is moved by one, and none waits for a lock forever', async () => {
  const { options, home, names, deps } = newPlace('duel', 40);
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, [script, options, String(now), '0'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.push(child);
    return { child, said: text(child.stdout), ready: once(child.stdout, 'data') };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('\n');
  const said = (await Promise.all(children.map((each) => each.said))).map((words) =>
    words.replace('ready\n', '').trim(),
  );
  // The second is refused while the first works, and finds nothing to do after it.
  expect([
    ['done 40', 'lock-busy'],
    ['done 0', 'done 40'],
  ]).toContainEqual(said.toSorted());
  for (const name of names) expect(existsSync(join(home, 'skills/.archive', name))).toBe(true);
  expect(readLedger(deps).entries.map(({ state }) => state)).toEqual(names.map(() => 'committed'));
});
