/*
 * Kills the built program while it retires skills: as soon as so many folders have moved, or a moment later.
 * COPPICE_KILLS=60 makes as many kills.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { dayMs } from '../../src/text/time.js';
import { UsageStore } from '../../src/usage/store.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const now = Date.UTC(2026, 0, 31);
const kills = Number(process.env['COPPICE_KILLS'] ?? 4);
const names = Array.from({ length: 60 }, (_, at) => `skill-${String(at).padStart(2, '0')}`);

const skillText = (name: string) =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it then.\n---\n\n# ${name}\n`;

test.skipIf(process.platform === 'win32')(
  'wherever a run is killed, no byte is lost, and the next one settles what it left and says so',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'coppice-curate-kill-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const template = join(place, 'template');
    makeHome(template);
    const home = (name: string) => {
      cpSync(template, join(place, name), { recursive: true });
      return join(place, name);
    };
    let [halfway, settled] = [0, 0];
    for (let at = 0; at < kills; at += 1) {
      const path = home(`kill-${at}`);
      const afterMoved = Math.floor(((at + Math.random()) / kills) * (names.length - 2)) + 1;
      const { signal } = await curate(path, afterMoved);
      const archived = names.filter((name) => isWhole(path, name) === 'archived');
      if (signal !== null && archived.length > 0 && archived.length < names.length) halfway += 1;

      const next = await curate(path);
      const report = JSON.parse(next.stdout);
      expect([next.code, report.error], `killed after ${afterMoved} were moved`).toEqual([0, null]);
      settled += report.settled.length;
      const usage = usageOf(path, now);
      for (const name of names) {
        expect(isWhole(path, name)).toBe('archived');
        expect(usage.get(`home:${name}`), name).toMatchObject({ state: 'archived', useCount: 1 });
      }
      // Each skill was moved by one of the two runs, and what the first had begun is in the report of the second.
      const moved = new Set(report.transitioned.map(({ id }: { readonly id: string }) => id));
      const named = new Set(report.settled.map(({ skill }: { readonly skill: string }) => skill));
      for (const name of archived)
        expect(!moved.has(`home:${name}`) || named.has(`home:${name}`), name).toBe(true);
      rmSync(path, { recursive: true });
    }
    if (process.env['COPPICE_KILLS'])
      process.stderr.write(`${kills} kills: ${halfway} halfway, ${settled} settled\n`);
    expect(halfway).toBeGreaterThan(kills / 2);
    expect(settled).toBeGreaterThan(0);
  },
  600_000,
);

function makeHome(path: string): void {
  const usage = usageOf(path, now - 100 * dayMs);
  for (const name of names) {
    mkdirSync(join(path, '.coppice/skills', name), { recursive: true });
    writeFileSync(join(path, '.coppice/skills', name, 'SKILL.md'), skillText(name));
    usage.put(`home:${name}`, { createdBy: 'agent', createdAt: now - 200 * dayMs });
    usage.record(`home:${name}`, 'use');
  }
}

function usageOf(path: string, time: number): UsageStore {
  mkdirSync(join(path, '.coppice'), { recursive: true });
  return new UsageStore({
    path: join(path, '.coppice/usage.json'),
    files: nodeFiles,
    clock: fixedClock(time),
  });
}

/** Exactly one of the two folders has it, to the byte. */
function isWhole(path: string, name: string): 'active' | 'archived' {
  const file = (folder: string) => join(path, '.coppice/skills', folder, name, 'SKILL.md');
  const found = ['', '.archive'].filter((folder) => existsSync(file(folder)));
  expect(found, name).toHaveLength(1);
  expect(readFileSync(file(found[0] ?? ''), 'utf8')).toBe(skillText(name));
  return found[0] === '' ? 'active' : 'archived';
}

async function curate(path: string, killAfterMoved?: number) {
  const child = spawn(process.execPath, [program, 'curate', '--now', '--json'], {
    cwd: path,
    env: { PATH: process.env['PATH'], HOME: path, LANG: 'C.UTF-8', COPPICE_NOW: String(now) },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(child, 'close');
  if (killAfterMoved !== undefined) {
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    while (isRunning() && movedIn(path) < killAfterMoved) await setImmediate();
    // What comes between two moves takes this long, so that it is interrupted too.
    const until = performance.now() + Math.random() * 4;
    while (performance.now() < until);
    child.kill('SIGKILL');
  }
  const [code, signal]: (number | string | null)[] = await closed;
  return { code, signal, stdout: Buffer.concat(chunks).toString('utf8') };
}

function movedIn(path: string): number {
  const archive = join(path, '.coppice/skills/.archive');
  return existsSync(archive) ? readdirSync(archive).length : 0;
}
