/*
 * What `npm run homes` does (scripts/homes.mjs): the screen on homes of up to 300 skills, and the walk through a home of
 * real skills.
 */

import { hostilePackages } from './hostile.js';
import { look } from './look.js';
import { inWrittenHome } from './program.js';
import { homeOfRealSkills, readCorpus } from './real-home.js';
import { troubledHome } from './troubled.js';
import { type WalkedHome, walkThrough } from './walk-home.js';

export interface JudgedHome {
  readonly seed: number;
  readonly skills: number;
  readonly worst: string;
  /** The kinds on the screen, the first first. */
  readonly shown: readonly string[];
}

/** Homes so large fill the listings of their agents, so smaller problems are never the worst. */
const kindsOfLargeHomes = ['hostile', 'unloadable', 'fixes', 'copies', 'over-budget'] as const;

export async function judgeLargeHome(seed: number): Promise<JudgedHome> {
  const troubled = troubledHome(seed, { least: 200, most: 300, kinds: kindsOfLargeHomes });
  const { attention } = await inWrittenHome(troubled.home, (run) => look(run, troubled));
  const skills = troubled.home.files.filter(({ path }) => path.endsWith('/SKILL.md')).length;
  return { seed, skills, worst: troubled.worst, shown: attention.map(({ kind }) => kind) };
}

export async function walkRealSkills(lines: readonly string[], seed: number): Promise<WalkedHome> {
  const home = homeOfRealSkills(
    seed,
    {
      skills: 170,
      hostile: hostilePackages().slice(0, 5),
      broken: 15,
      copies: 10,
      fixedFailures: 3,
      unused: 60,
      sessions: 90,
    },
    readCorpus(lines),
  );
  return await inWrittenHome(home, (run, folder) => walkThrough(folder, run));
}
