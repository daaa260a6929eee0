/*
 * What came of each case, without requests and answers: what is stored of an evaluation beside its verdict. Names of cases
 * come with packages, so they are text of strangers.
 */

import { isCount, isListOf, isNumberOrNull, isObject, isOneOf, isText } from '../../../text/shape.js';
import { type CaseSource, caseSources } from '../cases/eval-case.js';
import { type Arm, arms } from '../recording.js';
import { type Firing, firings } from '../streams/firing.js';
import type { EvalResult, RunResult } from './eval-result.js';
import { firingCounts, totalCost } from './summarise.js';

export interface CaseSummary {
  readonly name: string;
  readonly source: CaseSource;
  readonly arms: Readonly<Partial<Record<Arm, CaseArm>>>;
  /** Of the arm with the skill to the other one; null where nothing was compared. */
  readonly difference: number | null;
}

export interface CaseArm {
  readonly runs: number;
  /** Runs that are not graded. */
  readonly noResult: number;
  /** Null where no run was graded. */
  readonly score: number | null;
  /** In how many runs the skill was loaded, was not, and so on. */
  readonly firing: Readonly<Partial<Record<Firing, number>>>;
  /** Of the runs and their judges; null where the agent does not state it. */
  readonly costUsd: number | null;
}

export function caseSummaries({ cases }: EvalResult): readonly CaseSummary[] {
  return cases.map(({ name, source, difference, scores, arms: runs }) => ({
    ...{ name, source, difference },
    arms: Object.fromEntries(
      arms.flatMap((arm) => (runs[arm] === undefined ? [] : [[arm, armOf(runs[arm], scores[arm] ?? null)]])),
    ),
  }));
}

function armOf(runs: readonly RunResult[], score: number | null): CaseArm {
  return {
    runs: runs.length,
    noResult: runs.filter((run) => run.score === null).length,
    score,
    firing: firingCounts(runs),
    costUsd: totalCost(runs),
  };
}

export function isCaseSummary(value: unknown): value is CaseSummary {
  return (
    isObject(value) &&
    isText(value['name']) &&
    isOneOf(caseSources, value['source']) &&
    isNumberOrNull(value['difference']) &&
    isObject(value['arms']) &&
    Object.entries(value['arms']).every(([arm, given]) => isOneOf(arms, arm) && isCaseArm(given))
  );
}

function isCaseArm(value: unknown): value is CaseArm {
  return (
    isObject(value) &&
    isCount(value['runs']) &&
    isCount(value['noResult']) &&
    isNumberOrNull(value['score']) &&
    isNumberOrNull(value['costUsd']) &&
    isObject(value['firing']) &&
    isListOf(Object.keys(value['firing']), (name) => isOneOf(firings, name)) &&
    isListOf(Object.values(value['firing']), isCount)
  );
}
