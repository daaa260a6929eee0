/*
 * The result for a terminal and as Markdown. The first line is the answer; the arms and the cases follow.
 */

import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { firstCharacters } from '../../../text/utf8.js';
import { arms as allArms } from '../recording.js';
import { isGraded, outcomeText } from '../run-outcome.js';
import type { CaseResult, EvalResult, RunResult } from './eval-result.js';
import {
  armTitles,
  average,
  difference,
  estimate,
  score,
  signed,
  tokens,
  usd,
  verdictTitles,
} from './figures.js';

/** The answer in one line. */
export function headline({ skill, agent, cases, runsPerCase, summary }: EvalResult): string {
  const what = `${counted(cases.length, 'case')}, ${counted(runsPerCase, 'run')} each`;
  return `${skill.name} on ${agent.name}, ${what}: ${verdictTitles[summary.verdict]}. ${summary.why}`;
}

export const armColumns = ['', 'score (95 %)', 'runs', 'no result', 'turns', 'tokens', 'cost', 'seconds'];

export function armRows({ summary }: EvalResult): readonly (readonly string[])[] {
  return allArms.flatMap((arm) => {
    const given = summary.arms[arm];
    if (given === undefined) return [];
    const figures = [average(given.turns), tokens(given.tokens), usd(given.costUsd), average(given.seconds)];
    return [[armTitles[arm], estimate(given.score), String(given.runs), String(given.noResult), ...figures]];
  });
}

export function caseColumns(result: EvalResult): readonly string[] {
  const used = allArms.filter((arm) => result.summary.arms[arm] !== undefined);
  return ['case', ...used.map((arm) => armTitles[arm]), 'difference', 'loaded'];
}

export function caseRow(result: EvalResult, one: CaseResult): readonly string[] {
  const used = allArms.filter((arm) => result.summary.arms[arm] !== undefined);
  const own = one.arms.with ?? [];
  const loaded = own.filter(({ firing }) => firing === 'fired').length;
  return [
    caseTitle(one),
    ...used.map((arm) => (one.arms[arm] === undefined ? '' : score(one.scores[arm]))),
    one.arms.without === undefined && one.arms.old === undefined ? '' : signed(one.difference),
    `${loaded} of ${own.length}`,
  ];
}

/** A trigger case has a number for a name, so its request is shown too. */
export function caseTitle({ name, source, prompt }: Pick<CaseResult, 'name' | 'source' | 'prompt'>): string {
  if (source !== 'triggers') return name;
  const request = prompt.replace(/\s+/g, ' ').trim();
  const shown = firstCharacters(request, maxRequestCharacters);
  return `${name} "${shown}${shown === request ? '' : '…'}"`;
}

const maxRequestCharacters = 50;

/** Why runs of a case did not pass, each reason once. */
export function reasons(one: CaseResult): readonly string[] {
  const lines = (one.arms.with ?? []).flatMap((run) => reasonsOfRun(run));
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} runs)`));
}

function reasonsOfRun({ outcome, graders }: RunResult): readonly string[] {
  if (!isGraded(outcome)) return [outcomeText(outcome)];
  return graders
    .filter(({ passed, scored }) => scored && passed !== true)
    .map(({ name, explanation }) => `${name}: ${explanation}`);
}

export function markdownPage(result: EvalResult): string {
  const { summary, skill, agent, startedAt, faults } = result;
  return [
    `# ${cell(skill.name)}: ${verdictTitles[summary.verdict]}`,
    `${cell(summary.why)} Difference ${difference(summary.difference)}, cost ${usd(summary.costUsd)}.`,
    `Run with ${cell(agent.name)}${agent.version === null ? '' : ` ${cell(agent.version)}`}${agent.model === null ? '' : `, ${cell(agent.model)}`}, ${startedAt ?? 'never'}; content ${cell(skill.digest.slice(0, 12))}.`,
    table(armColumns, armRows(result)),
    table(
      caseColumns(result),
      result.cases.map((one) => caseRow(result, one)),
    ),
    ...list(
      'Did not pass',
      result.cases.flatMap((one) => reasons(one).map((line) => `${caseTitle(one)}: ${line}`)),
    ),
    ...list('Notes', [...summary.warnings, ...faults]),
  ].join('\n\n');
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${cell(line)}`).join('\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** One line, in which nothing is Markdown. */
function cell(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
