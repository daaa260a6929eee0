/*
 * `coppice eval --results`: the stored results of a skill, and what came of each case in the newest.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { resultsOfSkill, type SkillResult } from '../../../app/eval/results.js';
import { evalTarget } from '../../../app/eval/target.js';
import type { CaseSummary } from '../../../eval/rules/result/case-summary.js';
import { armTitles, score, signed, usd, verdictTitles } from '../../../eval/rules/result/figures.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

const columns = ['WHEN', 'AGENT', 'VERDICT', 'SCORE', 'DIFFERENCE', 'RUNS', 'COST', 'THE SKILL'];

export function runResults(context: Context, input: Input<'eval'>): Report {
  const library = libraryOf(context);
  const { id, storedAs, folder, name } = evalTarget(library, context.workingFolder, input.argument('skill'));
  const results = resultsOfSkill(library, { id: storedAs, folder });
  return {
    document: { skill: id, results },
    text: () => page(context, results),
    notes:
      results.length === 0 ? `${printable(name)} has not been evaluated; coppice eval would do it\n` : '',
  };
}

function page({ terminal }: Context, results: readonly SkillResult[]): string {
  const rows = results.map(({ at, agent, model, verdict, score: own, cases, runs, costUsd, ...one }) => [
    timeText(at),
    model === null ? agent : `${agent} (${model})`,
    verdictTitles[verdict],
    score(own),
    differenceText(one),
    `${counted(cases, 'case')}, ${counted(runs, 'run')} each`,
    costUsd === undefined ? '' : usd(costUsd),
    one.isCurrent ? 'as it is now' : 'changed since',
  ]);
  const cases = results[0]?.byCase ?? [];
  return [
    rowsText(terminal, columns, rows, { whole: true }),
    ...(cases.length === 0 ? [] : ['\n', rowsText(terminal, caseColumns, cases.map(caseRow))]),
  ].join('');
}

function differenceText({ difference, interval }: Pick<SkillResult, 'difference' | 'interval'>): string {
  if (difference === null || interval === null) return 'nothing compared';
  const { low, high, against } = interval;
  const to = against === 'old' ? 'the old text' : 'no skill';
  return `${signed(difference)} (${signed(low)} to ${signed(high)}) to ${to}`;
}

const caseColumns = ['CASE', 'WITH THE SKILL', 'COMPARED WITH', 'DIFFERENCE', 'LOADED', 'COST'];

function caseRow({ name, arms, difference }: CaseSummary): readonly string[] {
  const { with: own } = arms;
  const other = arms.old === undefined ? 'without' : 'old';
  const costs = Object.values(arms).map(({ costUsd }) => costUsd);
  const cost = costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return [
    name,
    score(own?.score),
    arms[other] === undefined ? 'nothing' : `${score(arms[other].score)} ${armTitles[other]}`,
    difference === null ? '' : signed(difference),
    own === undefined ? '' : `${own.firing.fired ?? 0} of ${own.runs}`,
    usd(cost),
  ];
}
