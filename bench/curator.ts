/*
 * The cost of retiring skills: a whole run of the curator against bare moves of the same folders.
 */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCurator } from '../src/curator/run.js';
import { fixedClock } from '../src/system/clock.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import { applyJournal, usageOf } from '../src/usage/rules/apply-journal.js';
import type { JournalLine } from '../src/usage/rules/journal-line.js';
import { printSnapshot } from '../src/usage/rules/snapshot.js';
import type { Bench } from './bench.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);
const skills = 10_000;
const due = 6_000;

export const benches: readonly Bench[] = [
  {
    name: 'curator run over 10,000 records, 6,000 archived',
    limit: { ratio: 5 },
    run: async () => {
      const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 3; round += 1) {
        best.peer = Math.min(best.peer, await inHome((home) => moveBare(join(home, 'skills'))));
        best.ours = Math.min(best.ours, await inHome(curate));
      }
      const details = { 'skills per second': Math.round((due * 1000) / best.ours) };
      return {
        ...best,
        unit: 'ms',
        peerName: '6,000 bare renames, each with fsync of both folders',
        details,
      };
    },
  },
];

async function curate(home: string): Promise<void> {
  const report = await runCurator(
    {
      files: nodeFiles,
      clock: fixedClock(now),
      home,
      userHome: join(home, 'user'),
      workingFolder: home,
      platform: process.platform,
      environment: {},
    },
    { now: true },
  );
  if (report.error !== null || report.transitioned.length !== due)
    throw new Error(`${report.transitioned.length} moved instead of ${due}: ${report.error?.message}`);
}

/** The least durable work: rename the folder into the archive, and fsync both parent folders. */
function moveBare(root: string): void {
  mkdirSync(join(root, '.archive'));
  for (const name of readdirSync(root)
    .filter((name) => name.startsWith('skill-'))
    .slice(0, due)) {
    renameSync(join(root, name), join(root, '.archive', name));
    sync(root);
    sync(join(root, '.archive'));
  }
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** How long `work` takes, in ms, in a new home whose skills are mostly long unused. */
async function inHome(work: (home: string) => void | Promise<void>): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    const lines: JournalLine[] = [];
    for (let number = 0; number < skills; number += 1) {
      const name = `skill-${String(number).padStart(5, '0')}`;
      mkdirSync(join(home, 'skills', name), { recursive: true });
      writeFileSync(join(home, 'skills', name, 'SKILL.md'), skillText(name));
      const id = `home:${name}`;
      lines.push({ kind: 'put', id, set: { createdBy: 'agent', createdAt: now - 200 * day } });
      lines.push({ kind: 'use', id, at: now - (number < due ? 100 : 1) * day });
    }
    const usage = applyJournal(usageOf([]), lines);
    const folded = { generation: 1, offset: 0, rotated: [] };
    writeFileSync(join(home, 'usage.json'), printSnapshot({ usage, folded }));
    const started = performance.now();
    await work(home);
    return performance.now() - started;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function skillText(name: string): string {
  const steps = 'A line of instructions.\n'.repeat(40);
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is needed.\n---\n\n# ${name}\n\n${steps}`;
}
