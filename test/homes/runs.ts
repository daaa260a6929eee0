/*
 * What `npm run homes` does (scripts/homes.mjs): the screen on homes of up to 300 skills, and the walk through a home of
 * real skills.
 */

import { look } from './look.js';
import { inWrittenHome } from './program.js';
import { homeOfRealSkills, readCorpus } from './real-home.js';
import { walkTranscript, withWalk } from './transcript.js';
import { troubledHome } from './troubled.js';
import { followTheScreen } from './walk.js';
import { type WalkedHome, walkThrough } from './walk-home.js';
import { walkedHome, walkWishes } from './walked-home.js';

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
  // 150 real ones besides those that are hostile or broken on purpose.
  const home = homeOfRealSkills(seed, { ...walkWishes, skills: 170 }, readCorpus(lines));
  return await inWrittenHome(home, (run, folder) => walkThrough(folder, run));
}

/** The page with a fresh transcript of the walk. */
export async function freshWalk(page: string): Promise<string> {
  const walk = await inWrittenHome(walkedHome(), (run) => followTheScreen(run, 10));
  return withWalk(page, walkTranscript(walk));
}
