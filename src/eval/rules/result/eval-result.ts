/*
 * The result of an evaluation: every run with its grades, and what follows from them. It is a claim about these cases on
 * this agent, made by whoever ran it, and belongs to the bytes whose digest it names.
 */

import type { CaseSource, Grader } from '../cases/eval-case.js';
import type { Grading } from '../grade/grade-run.js';
import type { Arm } from '../recording.js';
import type { RunOutcome } from '../run-outcome.js';
import type { Firing } from '../streams/firing.js';
import type { Tokens } from '../streams/stream.js';

export interface EvalResult {
  readonly format: 1;
  readonly skill: EvaluatedSkill;
  readonly agent: { readonly name: string; readonly version: string | null; readonly model: string | null };
  /** ISO time of the first run. */
  readonly startedAt: string | null;
  /** The sum over all runs. */
  readonly durationSeconds: number;
  readonly runsPerCase: number;
  readonly cases: readonly CaseResult[];
  readonly summary: Summary;
  /** Why not every planned run was done; null where all were. */
  readonly partial: PartialReason | null;
  /** Files that are not cases although they should be. */
  readonly faults: readonly string[];
}

export interface EvaluatedSkill {
  readonly id: string;
  readonly name: string;
  /** Of the files that the agent was given: the package without its cases. */
  readonly digest: string;
  readonly description: string;
}

export const partialReasons = ['cost_ceiling', 'interrupted', 'auth_failed'] as const;
export type PartialReason = (typeof partialReasons)[number];

export interface CaseResult {
  readonly name: string;
  readonly path: string;
  readonly source: CaseSource;
  readonly prompt: string;
  readonly model: string | null;
  readonly maxTurns: number;
  readonly timeoutSeconds: number;
  readonly graders: readonly Grader[];
  readonly arms: Readonly<Partial<Record<Arm, readonly RunResult[]>>>;
  readonly scores: Readonly<Partial<Record<Arm, number | null>>>;
  readonly difference: number | null;
}

export interface RunResult {
  readonly run: number;
  readonly outcome: RunOutcome;
  /** Null where the run is not graded. */
  readonly score: number | null;
  readonly firing: Firing;
  readonly turns: number;
  readonly costUsd: number | null;
  readonly judgeCostUsd: number;
  readonly tokens: Tokens | null;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer: string;
  readonly graders: readonly Grading[];
  /** Where the recording is, in the folder of recordings. */
  readonly recording: string;
}

export interface Summary {
  readonly arms: Readonly<Partial<Record<Arm, ArmSummary>>>;
  readonly difference: Difference | null;
  readonly verdict: EvalVerdict;
  /** One sentence. */
  readonly why: string;
  /** Of runs and judges; null where the agent does not state it. */
  readonly costUsd: number | null;
  readonly warnings: readonly string[];
}

export const evalVerdicts = ['helps', 'harms', 'no-verdict'] as const;
export type EvalVerdict = (typeof evalVerdicts)[number];

export interface Estimate {
  readonly value: number;
  /** The 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
}

export interface Difference extends Estimate {
  /** The arm that the one with the skill is compared with. */
  readonly against: 'without' | 'old';
}

export interface ArmSummary {
  readonly runs: number;
  /** Runs that are not graded. */
  readonly noResult: number;
  readonly score: Estimate | null;
  /** Means over the graded runs. */
  readonly turns: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly seconds: number | null;
  readonly firing: Readonly<Partial<Record<Firing, number>>>;
}
