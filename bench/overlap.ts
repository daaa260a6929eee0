/*
 * How long `coppice overlap` takes over 10,000 skills, and how much memory: drawn from a vocabulary as skewed as that of
 * real skills, 5,500 characters each, one in twenty a fork of another.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figures } from './bench.js';

const count = 10_000;

export const benches: readonly Bench[] = [
  {
    name: 'overlap of 10,000 skills',
    limit: { ratio: 1 },
    run: () => {
      const { cpuMs, clusters, megabytes } = measured();
      const details = { clusters, 'peak memory, MB': megabytes };
      return { ours: cpuMs, peer: 10_000, unit: 'ms', peerName: 'what is allowed', details };
    },
  },
  {
    name: 'memory of overlap, 10,000 skills',
    limit: { ratio: 1 },
    run: (): Figures => ({
      ours: measured().megabytes,
      peer: 500,
      unit: 'MB',
      peerName: 'what is allowed',
    }),
  },
];

interface Measured {
  readonly cpuMs: number;
  readonly megabytes: number;
  readonly clusters: number;
}

let known: Measured | undefined;

/** One run for both figures. CPU time, because the process works alone and a busy machine would add to the other. */
function measured(): Measured {
  known ??= inLibrary((home) => {
    const report =
      'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();console.error("\\n"+JSON.stringify([u.userCPUTime+u.systemCPUTime,u.maxRSS]))})';
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', report, 'dist/main.js', 'overlap', '--json'],
      { env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8', maxBuffer: 1 << 29 },
    );
    const [cpuMicroseconds, maxKilobytes] = JSON.parse(stderr.trim().split('\n').at(-1) ?? '[]') as number[];
    return {
      cpuMs: (cpuMicroseconds ?? 0) / 1000,
      megabytes: (maxKilobytes ?? 0) / 1024,
      clusters: JSON.parse(stdout).clusters.length,
    };
  });
  return known;
}

function inLibrary(measure: (home: string) => Measured): Measured {
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    const random = numbers(7);
    let last = '';
    for (let number = 0; number < count; number++) {
      const name = `skill-${String(number).padStart(5, '0')}`;
      const isFork = number % 20 === 19;
      last = isFork ? last : `${sentence(random, 25)}\n---\n\n# Steps\n\n${body(random)}`;
      const folder = join(home, '.coppice/skills', name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'SKILL.md'),
        `---\nname: ${name}\ndescription: ${last}${isFork ? 'And more.\n' : ''}`,
      );
    }
    return measure(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function body(random: () => number): string {
  return Array.from({ length: 60 }, (_, at) => `${at + 1}. ${sentence(random, 14)}`).join('\n');
}

function sentence(random: () => number, words: number): string {
  return `${Array.from({ length: words }, () => word(random)).join(' ')}.`;
}

/** The rank is drawn so that a few hundred words are most of the text, and thousands are rare. */
function word(random: () => number): string {
  const rank = Math.floor(20_000 ** random());
  return `w${rank.toString(36).split('').reverse().join('')}x`;
}

/** The same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
