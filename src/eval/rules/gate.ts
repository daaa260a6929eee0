/*
 * Whether a result is good enough for what a gate asks. A gate never takes the place of a verdict: a result that harms is
 * refused whatever its score.
 */

import type { EvalResult, EvalVerdict } from './result/eval-result.js';
import { score, signed } from './result/figures.js';

export interface EvalRequirement {
  readonly minScore?: number | undefined;
  readonly minDifference?: number | undefined;
}

/** What a gate looks at, which is also what is stored. */
export interface EvalClaim {
  readonly score: number | null;
  readonly difference: number | null;
  readonly verdict: EvalVerdict;
  readonly isPartial: boolean;
}

export function claimOf({ summary, partial }: EvalResult): EvalClaim {
  return {
    score: summary.arms.with?.score?.value ?? null,
    difference: summary.difference?.value ?? null,
    verdict: summary.verdict,
    isPartial: partial !== null,
  };
}

/** Why the claim does not meet the requirement; undefined where it does. */
export function unmetBecause(
  claim: EvalClaim,
  { minScore, minDifference }: EvalRequirement,
): string | undefined {
  if (claim.isPartial) return 'not every run was done';
  if (claim.score === null) return 'no run gave a result';
  if (claim.verdict === 'harms') return 'the skill harms: the difference is below 0 beyond chance';
  if (minScore !== undefined && claim.score < minScore)
    return `the score is ${score(claim.score)}, and ${score(minScore)} is required`;
  if (minDifference === undefined) return undefined;
  if (claim.difference === null) return 'nothing was compared, and a difference is required';
  if (claim.difference < minDifference)
    return `the difference is ${signed(claim.difference)}, and ${signed(minDifference)} is required`;
  return undefined;
}
