/*
 * What an evaluation itself costs beside its agent: one run of a fake agent that takes ten seconds, as part of a suite,
 * against the same program started bare. The suite makes and removes the folders of the run, reads and redacts the stream,
 * stores the recording, searches for processes that were left, and computes the result.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateFake } from '../src/eval/eval.world.js';
import { fakeAgent } from '../src/eval/run/run-agent.world.js';
import { nodeFiles } from '../src/system/disk/node-disk.js';
import type { Bench } from './bench.js';

const agentMs = 10_000;
const maxOwnMs = 300;

export const benches: readonly Bench[] = [
  {
    name: 'own work of one run of an evaluation, beside an agent that takes 10 s',
    limit: { ratio: 1 },
    run: async () => {
      const peer = await elapsed(bareAgent);
      const whole = await elapsed(oneRun);
      const own = Math.max(0, whole - peer);
      return {
        ours: own,
        peer: maxOwnMs,
        unit: 'ms',
        peerName: `the limit of ${maxOwnMs} ms`,
        details: { 'agent alone ms': Math.round(peer), 'with the evaluation ms': Math.round(whole) },
      };
    },
  },
];

async function oneRun(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-eval-bench-'));
  try {
    const { result } = await evaluateFake({
      runs: 1,
      arms: ['with'],
      behaviour: `slow=${agentMs}`,
      files: nodeFiles,
      recordings: folder,
    });
    if (result.cases[0]?.scores.with !== 1) throw new Error('the run did not pass');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareAgent(): Promise<void> {
  const [program = '', ...words] = fakeAgent('claude', `slow=${agentMs}`);
  const child = spawn(program, words, {
    env: { PATH: process.env['PATH'], CLAUDE_CONFIG_DIR: tmpdir() },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('When is high water?');
  await once(child, 'exit');
}

async function elapsed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
