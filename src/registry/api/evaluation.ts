/*
 * The result of an evaluation as its publisher claims it. The registry checks that it is about the bytes it comes with and
 * that its figures fit together; it cannot check that the runs took place.
 */

import { z } from 'zod';
import { digestSchema, timeSchema } from './names.js';

/** Names of agents and models are shown to others, so they are words and not text. */
const agentName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'an agent has a name such as claude');
const modelName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/@+()[\]-]{0,99}$/u, 'a model has a name such as claude-sonnet-5');

const shareOfDifference = z.number().min(-1).max(1);

const difference = z
  .object({
    value: shareOfDifference,
    /** The 95 % confidence interval. */
    low: shareOfDifference,
    high: shareOfDifference,
    /** What the skill was compared with: no skill, or its text before. */
    against: z.enum(['without', 'old']),
  })
  .refine(({ value, low, high }) => low <= value && value <= high, 'a difference is within its interval');

const claimFields = {
  agent: agentName,
  /** Null where the agent's default was used, or the name is not one that can be shown. */
  model: modelName.nullable(),
  /** When it was run, by the clock of the publisher. */
  ran_at: timeSchema,
  score: z.number().min(0).max(1),
  /** Null where nothing was compared. */
  difference: difference.nullable(),
  verdict: z.enum(['helps', 'harms', 'no-verdict']),
  cases: z.number().int().min(1).max(10_000),
  /** Of each case with the skill. */
  runs: z.number().int().min(1).max(1_000),
};

export const evaluationClaim = z
  .object({
    /** Of the files that the agent was given: the package without its folder `evals`. */
    digest: digestSchema,
    ...claimFields,
  })
  .refine(fitsItsInterval, 'helps needs an interval above 0, and harms one below 0');
export type EvaluationClaim = z.infer<typeof evaluationClaim>;

function fitsItsInterval({
  verdict,
  difference: given,
}: Pick<EvaluationAnswer, 'verdict' | 'difference'>): boolean {
  if (verdict === 'helps') return given !== null && given.low > 0;
  if (verdict === 'harms') return given !== null && given.high < 0;
  return true;
}

/** A claim with who made it. */
export const evaluationAnswer = z.object({
  claimed_by: z.string(),
  claimed_at: timeSchema,
  ...claimFields,
});
export type EvaluationAnswer = z.infer<typeof evaluationAnswer>;

/** What a tenant asks of results. Without numbers, a result is enough that does not say that the skill harms. */
export const evalRequirement = z.strictObject({
  min_score: z.number().min(0).max(1).optional(),
  /** To having no skill. */
  min_difference: shareOfDifference.optional(),
});
export type EvalRequirement = z.infer<typeof evalRequirement>;
