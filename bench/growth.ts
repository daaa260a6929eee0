/*
 * How the cost of the daily verbs grows with the library: 100, 1,000 and 10,000 skills, each verb run again when its caches
 * are filled. The table goes to the details; the limit is that ten times as many skills cost at most ten times as much,
 * so that nothing on the way is quadratic.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.js';

const sizes = [100, 1_000, 10_000] as const;
const verbs: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['list', ['list']],
  ['status', ['status']],
  ['doctor', ['doctor']],
  ['search', ['search', 'the thing from beginning to end']],
];

export const benches: readonly Bench[] = verbs.map(([name, words]) => ({
  name: `growth of coppice ${name} from 1,000 to 10,000 skills`,
  limit: { ratio: 10 },
  run: () => {
    const own = cpuMs(['-e', '0'], {});
    const [few = 0, some = 0, many = 0] = sizes.map((size) => Math.max(costOf(size, words) - own, 0));
    return {
      ours: many,
      peer: some,
      unit: 'ms',
      peerName: '1,000 skills, both without the start of Node',
      details: table(few, some, many),
    };
  },
}));

function table(few: number, some: number, many: number): Readonly<Record<string, number>> {
  return {
    'processor time with 100 skills, ms': Math.round(few),
    'processor time with 1,000 skills, ms': Math.round(some),
    'processor time with 10,000 skills, ms': Math.round(many),
  };
}

/** The least processor time of three runs, after those that fill the caches. */
function costOf(size: number, words: readonly string[]): number {
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    writeSkills(join(home, '.claude/skills'), size);
    const environment = { HOME: home, COPPICE_HOME: join(home, '.coppice') };
    mkdirSync(environment.COPPICE_HOME);
    // A look at the status scans for two seconds at most, so a large library needs several.
    for (let look = 0; look < 40; look += 1) {
      const { stdout } = coppice(environment, ['status', '--json']);
      const { unscanned, observed } = JSON.parse(stdout);
      if (unscanned === 0 && observed.left === 0) break;
    }
    const run = () => cpuMs(['dist/main.js', ...words], environment);
    run();
    return Math.min(run(), run(), run());
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeSkills(root: string, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const folder = join(root, `skill-${number}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'SKILL.md'),
      `---\nname: skill-${number}\ndescription: Does the thing number ${number} from beginning to end. Use when thing ${number} is needed.\n---\n\n# Thing ${number}\n\nDo it step by step.\n`,
    );
    utimesSync(join(folder, 'SKILL.md'), longAgo, longAgo);
  }
}

const longAgo = new Date('2026-01-01T00:00:00Z');

function coppice(environment: Readonly<Record<string, string>>, words: readonly string[]) {
  return spawnSync(process.execPath, ['dist/main.js', ...words], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...environment },
  });
}

/** Of the process, user and system: other processes disturb it less than the time on the clock. */
function cpuMs(words: readonly string[], environment: Readonly<Record<string, string>>): number {
  const report =
    'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("\\n"+(user+system)/1000)})';
  const { stderr } = spawnSync(process.execPath, ['--import', report, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return Number(stderr.trim().split('\n').at(-1));
}
