/*
 * Homes with problems of which one is the worst. The seed decides which one, what else is wrong, and how large the home is.
 */

import { seededRandom } from '../soak/random.js';
import { hostilePackages } from './hostile.js';
import { type HomeWishes, type PlannedHome, planHome } from './plan.js';

/** What `coppice status` calls the problems, the worst first. */
export const problemKinds = [
  'hostile',
  'unloadable',
  'fixes',
  'copies',
  'over-budget',
  'unused',
  'proposals',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface TroubledHome {
  readonly worst: ProblemKind;
  readonly home: PlannedHome;
  /** Whether what its sessions show has to be proposed first. */
  readonly isProposed: boolean;
}

export interface HomeSize {
  readonly least: number;
  readonly most: number;
  /** The kinds to draw from; a large home has others whatever is wished. */
  readonly kinds?: readonly ProblemKind[];
}

/** One kind after the other with the seeds, so that thirty homes have each as the worst about as often. */
export function troubledHome(seed: number, { least, most, kinds = problemKinds }: HomeSize): TroubledHome {
  const random = seededRandom(seed);
  const worst = kinds[seed % kinds.length] ?? 'hostile';
  const rank = problemKinds.indexOf(worst);
  const has = (kind: ProblemKind) =>
    kind === worst || (problemKinds.indexOf(kind) > rank && random.chance(0.5));
  const isOverBudget = has('over-budget');
  // Fifty long descriptions fill the listing of Claude Code.
  const skills = Math.max(isOverBudget ? 60 : 0, least + random.below(most - least + 1));
  const few = () => 1 + random.below(Math.min(5, Math.floor(skills / 10)));
  const hasFixes = has('fixes');
  // A run that proposes would decide on the failures too.
  const isProposed = has('proposals') && !hasFixes;
  const wishes: HomeWishes = {
    skills,
    hostile: has('hostile') ? hostilePackages().slice(0, few()) : [],
    broken: has('unloadable') ? few() : 0,
    copies: has('copies') ? few() : 0,
    fixedFailures: hasFixes ? few() : 0,
    corrected: isProposed ? few() : 0,
    unused: has('unused') ? Math.floor(skills / 3) : 0,
    isOverBudget,
    sessions: random.below(skills),
  };
  return { worst, home: planHome(seed, wishes), isProposed };
}
