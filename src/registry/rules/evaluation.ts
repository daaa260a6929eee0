/*
 * Whether the evaluation of a skill is about the bytes it comes with, and good enough for the tenant. A result never takes
 * the place of its verdict: one that says that the skill harms is refused whatever its score.
 */

import { packageDigest } from '../../skill/digest.js';
import { isCaseFile } from '../../skill/package-names.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { EvalRequirement, EvaluationClaim } from '../api/evaluation.js';
import type { Kind } from '../api/names.js';

interface EvaluatedFile {
  readonly path: string;
  readonly executable: boolean;
  /** With `sha256:` in front. */
  readonly digest: string;
}

/** What a gate looks at. */
type JudgedResult = Pick<EvaluationClaim, 'score' | 'difference' | 'verdict'>;

/** Refuses a claim that cannot be about these files, or was made at a time that is not yet. */
export function refuseOtherClaim(
  claim: EvaluationClaim,
  { kind, files }: { readonly kind: Kind; readonly files: readonly EvaluatedFile[] },
  now: number,
): void {
  if (kind !== 'skill') throw new CoppiceError('bad-value', `only skills have an evaluation, not ${kind}s`);
  if (claim.digest !== evaluatedDigest(files))
    throw new CoppiceError('bad-value', 'the evaluation is about other bytes than those of the bundle', {
      hint: 'run coppice eval on the files as they are now, then publish again',
    });
  if (Date.parse(claim.ran_at) > now + maxClockSkewMs)
    throw new CoppiceError('bad-value', `the evaluation was run in the future, at ${claim.ran_at}`, {
      hint: 'correct the clock of the machine that ran it',
    });
}

/** Clocks differ; a day is no clock. */
const maxClockSkewMs = 86_400_000;

/** The digest of what an agent is given: the package without its cases. */
export function evaluatedDigest(files: readonly EvaluatedFile[]): string | undefined {
  const given = files
    .filter(({ path }) => !isCaseFile(path))
    .map(({ path, executable, digest }) => ({ path, executable, sha256: digest.slice('sha256:'.length) }));
  const outcome = packageDigest(given, sha256Hex);
  return outcome.kind === 'digest' ? `sha256:${outcome.digest}` : undefined;
}

/** Why the result is not enough for the tenant; undefined where it is. */
export function unmetBecause(
  result: JudgedResult | undefined,
  { min_score: minScore, min_difference: minDifference }: EvalRequirement,
): string | undefined {
  if (result === undefined) return 'it has no result of an evaluation of exactly these bytes';
  const { score, difference, verdict } = result;
  if (verdict === 'harms') return 'its evaluation says that it harms';
  if (minScore !== undefined && score < minScore)
    return `its score is ${below(score, minScore)}, and ${minScore} is required`;
  if (minDifference === undefined) return undefined;
  if (difference === null) return 'its evaluation compared nothing, and a difference to no skill is required';
  if (difference.against === 'old')
    return 'its evaluation compared it with its text before, and a difference to no skill is required';
  if (difference.value < minDifference)
    return `its difference is ${below(difference.value, minDifference)}, and ${minDifference} is required`;
  return undefined;
}

/** Two digits, or as many as it takes to look smaller than what is required. */
function below(value: number, required: number): string {
  const digits = [2, 3, 4, 6].find((count) => Number(value.toFixed(count)) < required);
  return digits === undefined ? String(value) : value.toFixed(digits);
}

export function requirementRefusal(slug: string, required: EvalRequirement, because: string): CoppiceError {
  return new CoppiceError('conflict', `\`${slug}\` is not published: ${because}`, {
    hint: `this registry asks for ${requirementWords(required)}; run coppice eval on the skill, then publish it again`,
    data: { require_eval: required },
  });
}

function requirementWords({ min_score: score, min_difference: difference }: EvalRequirement): string {
  const numbers = [
    ...(score === undefined ? [] : [`a score of at least ${score}`]),
    ...(difference === undefined ? [] : [`a difference to no skill of at least ${difference}`]),
  ];
  return numbers.length === 0 ? 'an evaluation that does not say that it harms' : numbers.join(' and ');
}
