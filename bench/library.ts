/*
 * Finding skills: listings with and without the index, opening one by its name, and what a large library costs.
 */

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Library } from '../src/library/catalog.js';
import { listSkills } from '../src/library/list.js';
import { fixedClock } from '../src/system/clock.js';
import { nodeFiles } from '../src/system/node-disk.js';
import { UsageStore } from '../src/usage/store.js';
import { type Bench, type Figures, shortest } from './bench.js';

export const benches: readonly Bench[] = [
  {
    name: 'cold list of 10,000 skills',
    limit: { ratio: 2 },
    run: () =>
      withSkills(10_000, (home) => {
        const library = libraryIn(home);
        const cold = () => {
          rmSync(join(home, '.coppice/cache'), { recursive: true, force: true });
          list(library, 10_000);
        };
        return {
          ...shortest(8, cold, () => readBeginnings(skillsIn(home))),
          unit: 'ms',
          peerName: 'walk, open, read 4 KiB',
        };
      }),
  },
  {
    name: 'warm list of 10,000 skills',
    limit: { ratio: 1.5 },
    run: () =>
      withSkills(10_000, (home) => {
        const library = libraryIn(home);
        list(library, 10_000);
        const warm = () => list(library, 10_000);
        return { ...shortest(12, warm, () => lookAtAll(skillsIn(home))), unit: 'ms', peerName: 'walk, stat' };
      }),
  },
  {
    name: 'coppice view by name, 10,000 skills',
    limit: { ratio: 1.3 },
    run: () =>
      withSkills(10_000, (large) =>
        withSkills(10, (small) => {
          const view = (home: string) => () => coppice(home, 'view', 'skill-00007');
          for (const home of [large, small]) coppice(home, 'list');
          return { ...shortest(15, view(large), view(small)), unit: 'ms', peerName: '10 skills' };
        }),
      ),
  },
  {
    name: 'memory of coppice list, 60,000 skills',
    limit: { ratio: 1 },
    run: () =>
      withSkills(60_000, (home) => ({
        ours: memoryOf(home, 'list', '--json'),
        peer: 400,
        unit: 'MB',
        peerName: 'the limit',
      })),
  },
  {
    name: 'start-up of coppice list, 20 skills',
    limit: { ratio: 2.5 },
    run: () =>
      withSkills(20, (home) => {
        coppice(home, 'list');
        return {
          ...shortest(
            20,
            () => coppice(home, 'list'),
            () => node({}, '-e', '0'),
          ),
          unit: 'ms',
          peerName: 'node -e 0',
        };
      }),
  },
];

/** A home with so many skills, most of them in one of twenty categories, none of them changed lately. */
function withSkills(count: number, measure: (home: string) => Figures): Figures {
  const home = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  try {
    const folders = new Set([skillsIn(home)]);
    for (let number = 0; number < count; number += 1) {
      const name = `skill-${String(number).padStart(5, '0')}`;
      const category = join(skillsIn(home), number % 10 === 7 ? '.' : `category-${number % 20}`);
      folders.add(category);
      mkdirSync(join(category, name, number % 4 === 0 ? 'references' : '.'), { recursive: true });
      writeFileSync(join(category, name, 'SKILL.md'), skillText(name, number));
      utimesSync(join(category, name, 'SKILL.md'), longAgo, longAgo);
    }
    for (const folder of folders) utimesSync(folder, longAgo, longAgo);
    return measure(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const longAgo = new Date('2026-01-01T00:00:00Z');

function skillText(name: string, number: number): string {
  return `---
name: ${name}
description: Does the thing number ${number} with care. Use when thing ${number} is needed and nobody else can do it.
license: MIT
tags: [alpha, beta-${number % 7}]
metadata:
  hermes:
    related_skills: [skill-00001, skill-00002]
---

# ${name}

${'A line of instructions that a listing does not read.\n'.repeat(80)}`;
}

function skillsIn(home: string): string {
  return join(home, '.coppice/skills');
}

function libraryIn(home: string): Library {
  const root = { label: 'home', shownAs: 'home', kind: 'home', path: skillsIn(home), trusted: true } as const;
  return {
    files: nodeFiles,
    home: join(home, '.coppice'),
    roots: [root],
    surroundings: { platform: 'linux', disabled: [], platformDisabled: {} },
    usage: new UsageStore({
      path: join(home, '.coppice/usage.json'),
      files: nodeFiles,
      clock: fixedClock(0),
    }),
    environment: {},
    writesCaches: true,
  };
}

function list(library: Library, expected: number): void {
  const { skills } = listSkills(library);
  if (skills.length !== expected)
    throw new Error(`${skills.length} skills were listed instead of ${expected}`);
}

/** The least a walk can do: the same folders, and no other rules. */
function* skillFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isSkill = entries.some((entry) => entry.name === 'SKILL.md');
  for (const entry of entries) {
    if (entry.name === 'SKILL.md') yield join(folder, entry.name);
    else if (entry.isDirectory() && !(isSkill && entry.name === 'references'))
      yield* skillFiles(join(folder, entry.name));
  }
}

const beginning = new Uint8Array(4096);

function readBeginnings(root: string): void {
  for (const path of skillFiles(root)) {
    const handle = openSync(path, 'r');
    readSync(handle, beginning, 0, beginning.length, 0);
    closeSync(handle);
  }
}

function lookAtAll(root: string): void {
  for (const path of skillFiles(root)) statSync(path);
}

function coppice(home: string, ...words: string[]): void {
  node({ HOME: home, COPPICE_HOME: join(home, '.coppice') }, 'dist/main.js', ...words);
}

function node(environment: Record<string, string>, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, words, {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) throw new Error(`node ${words.join(' ')} exited ${status}`);
}

/** The most memory the process had at any time. */
function memoryOf(home: string, ...words: string[]): number {
  const report = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  const { stderr } = spawnSync(process.execPath, ['--import', report, 'dist/main.js', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, HOME: home, COPPICE_HOME: join(home, '.coppice') },
  });
  return Number(stderr.trim().split('\n').at(-1)) / 1024;
}
