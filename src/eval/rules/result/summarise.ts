/*
 * What the runs of all cases say together. There is a verdict only where every planned run gave a result, each arm ran more
 * than once, and the interval of the difference does not contain 0. Everything else is "no verdict", with the reason.
 */

import { counted, listUpTo } from '../../../text/plural.js';
import type { Arm } from '../recording.js';
import { arms } from '../recording.js';
import { isGraded } from '../run-outcome.js';
import type { Firing } from '../streams/firing.js';
import type {
  ArmSummary,
  CaseResult,
  Difference,
  EvalVerdict,
  PartialReason,
  RunResult,
  Summary,
} from './eval-result.js';
import { differenceEstimate, mean, scoreEstimate } from './statistics.js';

export function summarise(cases: readonly CaseResult[], partial: PartialReason | null): Summary {
  const used = arms.filter((arm) => cases.some((one) => (one.arms[arm]?.length ?? 0) > 0));
  const against = used.includes('old') ? 'old' : used.includes('without') ? 'without' : undefined;
  const difference = against === undefined ? null : differenceOf(cases, against);
  const { verdict, why } = verdictOf(cases, difference, against, partial);
  const runs = cases.flatMap((one) => arms.flatMap((arm) => one.arms[arm] ?? []));
  return {
    arms: Object.fromEntries(used.map((arm) => [arm, armSummary(cases, arm)])),
    difference,
    verdict,
    why,
    costUsd: totalCost(runs),
    warnings: [...aloneWarning(cases, against), ...sameWarnings(cases, against), ...warningsOf(cases)],
  };
}

/** Null as soon as one run does not state its cost. Cases that ask for the same share their runs. */
export function totalCost(runs: readonly RunResult[]): number | null {
  if (runs.some(({ costUsd }) => costUsd === null)) return null;
  const ofRuns = new Map(runs.map(({ recording, costUsd }) => [recording, costUsd ?? 0]));
  const ofJudges = runs.map(({ judgeCostUsd }) => judgeCostUsd);
  return rounded([...ofRuns.values(), ...ofJudges].reduce((sum, cost) => sum + cost, 0));
}

export function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}

function scoresOf(one: CaseResult, arm: Arm): readonly number[] {
  return (one.arms[arm] ?? []).flatMap(({ score }) => score ?? []);
}

function armSummary(cases: readonly CaseResult[], arm: Arm): ArmSummary {
  const runs = cases.flatMap((one) => one.arms[arm] ?? []);
  const graded = runs.filter(({ score }) => score !== null);
  const costs = graded.map(({ costUsd }) => costUsd);
  return {
    runs: runs.length,
    noResult: runs.length - graded.length,
    score: scoreEstimate(cases.map((one) => scoresOf(one, arm))),
    turns: mean(graded.map(({ turns }) => turns)),
    costUsd: costs.includes(null) ? null : mean(costs.map((cost) => cost ?? 0)),
    tokens: graded.some(({ tokens }) => tokens === null)
      ? null
      : mean(graded.map(({ tokens }) => (tokens?.input ?? 0) + (tokens?.output ?? 0))),
    seconds: mean(graded.map(({ durationMs }) => durationMs / 1000)),
    firing: firingCounts(runs),
  };
}

/** In how many runs the skill was loaded, was not, and so on. */
export function firingCounts(runs: readonly RunResult[]): Readonly<Partial<Record<Firing, number>>> {
  const counts: Partial<Record<Firing, number>> = {};
  for (const { firing } of runs) counts[firing] = (counts[firing] ?? 0) + 1;
  return counts;
}

/** Over the cases that ran in both arms. */
function differenceOf(cases: readonly CaseResult[], against: 'without' | 'old'): Difference | null {
  const both = cases.filter((one) => scoresOf(one, 'with').length > 0 && scoresOf(one, against).length > 0);
  const one = scoreEstimate(both.map((each) => scoresOf(each, 'with')));
  const other = scoreEstimate(both.map((each) => scoresOf(each, against)));
  return one === null || other === null ? null : { against, ...differenceEstimate(one, other) };
}

function verdictOf(
  cases: readonly CaseResult[],
  difference: Difference | null,
  against: 'without' | 'old' | undefined,
  partial: PartialReason | null,
): { readonly verdict: EvalVerdict; readonly why: string } {
  const none = (why: string) => ({ verdict: 'no-verdict', why }) as const;
  if (cases.length === 0) return none('There are no cases.');
  if (partial !== null) return none(partialText[partial]);
  if (against === undefined) return none('Nothing was compared: all cases ran with the skill alone.');
  const compared = cases.filter((one) => one.arms[against] !== undefined);
  const runs = compared.flatMap((one) => [...(one.arms.with ?? []), ...(one.arms[against] ?? [])]);
  const lost = runs.filter(({ score }) => score === null).length;
  if (runs.some(({ firing }) => firing === 'claimed'))
    return none('The agent reports a skill that it was not given, so its stream cannot be trusted.');
  if (lost > 0) return none(`${lost} of ${counted(runs.length, 'run')} gave no result.`);
  const fewest = Math.min(
    ...compared.flatMap((one) => [one.arms.with, one.arms[against]]).map((each) => each?.length ?? 0),
  );
  if (fewest < 2) return none('One run each shows chance as well as a difference: use at least two.');
  if (difference === null) return none('There is nothing to compare.');
  const over = against === 'old' ? 'the old text' : 'no skill';
  if (difference.low > 0) return { verdict: 'helps', why: `Better than with ${over}, beyond chance.` };
  if (difference.high < 0) return { verdict: 'harms', why: `Worse than with ${over}, beyond chance.` };
  return none('The arms overlap: the difference may be chance.');
}

const partialText: Readonly<Record<PartialReason, string>> = {
  cost_ceiling: 'Not every run was done: the cost limit was reached.',
  interrupted: 'Not every run was done: it was interrupted.',
  auth_failed: 'The agent did not start or is not signed in.',
};

/** Otherwise the difference would not be that of the two scores, and nobody would know why. */
function aloneWarning(
  cases: readonly CaseResult[],
  against: 'without' | 'old' | undefined,
): readonly string[] {
  const alone = against === undefined ? [] : cases.filter((one) => one.arms[against] === undefined);
  if (alone.length === 0 || alone.length === cases.length) return [];
  const ran = `${counted(alone.length, 'case')} ran with the skill alone`;
  return [
    `${ran}: ${alone.length === 1 ? 'it counts' : 'they count'} in its score, and not in the difference.`,
  ];
}

/** What always passes or never does, because of the request or of its graders, can only hide a difference. */
function sameWarnings(
  cases: readonly CaseResult[],
  against: 'without' | 'old' | undefined,
): readonly string[] {
  if (against === undefined) return [];
  const other = against === 'old' ? 'the old text' : 'no skill';
  const always = (one: CaseResult, wanted: number) =>
    (['with', against] as const).every((arm) => {
      const scores = scoresOf(one, arm);
      return scores.length > 0 && scores.every((score) => score === wanted);
    });
  return (
    [
      [1, 'passed'],
      [0, 'failed'],
    ] as const
  ).flatMap(([wanted, what]) => {
    const names = cases.filter((one) => always(one, wanted)).map(({ name }) => name);
    if (names.length === 0) return [];
    const it = names.length === 1 ? 'it' : 'they';
    const which = `${counted(names.length, 'case')} ${what} in every run, with ${other} too`;
    return [`${which}: ${it} cannot show a difference (${listUpTo(3, names)}).`];
  });
}

function warningsOf(cases: readonly CaseResult[]): readonly string[] {
  const triggers = cases.filter(({ source }) => source === 'triggers');
  const wanted = triggers.filter(({ graders }) =>
    graders.some((one) => one.type === 'fired' && one.expected),
  );
  const runs = wanted.flatMap((one) => one.arms.with ?? []);
  const never = runs.length > 1 && runs.every(({ firing }) => firing !== 'fired');
  const denied = cases
    .flatMap((one) => one.arms.with ?? [])
    .filter(({ firing }) => firing === 'denied').length;
  const stopped = cases
    .flatMap((one) => arms.flatMap((arm) => one.arms[arm] ?? []))
    .filter(({ outcome }) => !isGraded(outcome)).length;
  return [
    ...(never
      ? ['No trigger case loaded the skill. Check that the agent sees it before you change its description.']
      : []),
    ...(denied > 0 ? [`The agent was not allowed to load the skill in ${counted(denied, 'run')}.`] : []),
    ...(stopped > 0
      ? [`${counted(stopped, 'run')} gave no result, and ${stopped === 1 ? 'is' : 'are'} not graded.`]
      : []),
  ];
}
