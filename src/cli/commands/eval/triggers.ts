/*
 * `coppice eval --triggers`: ranks the trigger cases by the agent's own listing, without an agent.
 */

import { resolve } from 'node:path';
import { agents } from '../../../agents/index.js';
import { type Context, libraryOf } from '../../../app/context.js';
import { type TriggerReport, triggerReport } from '../../../app/eval/triggers.js';
import { counted, listUpTo } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runTriggers(context: Context, input: Input<'eval'>): Report {
  const cases = input.text('cases');
  const agent = input.text('agent') ?? 'claude';
  const report = triggerReport(
    context,
    libraryOf(context),
    input.argument('skill'),
    agent,
    cases === undefined ? undefined : resolve(context.workingFolder, cases),
  );
  return {
    document: report,
    text: () => page(context, report),
    notes: report.faults.map((fault) => `not a case: ${printable(fault)}\n`).join(''),
    exitCode: report.passed < report.cases.length || report.faults.length > 0 ? 1 : 0,
  };
}

function page(context: Context, report: TriggerReport): string {
  const { skill, cases, passed, collisions } = report;
  const rows = cases
    .toSorted((a, b) => Number(a.passed) - Number(b.passed))
    .map(({ query, shouldTrigger, rank, first, passed: isPassed }) => [
      isPassed ? 'ok' : 'wrong',
      shouldTrigger ? 'should load it' : 'should not',
      rank === null ? 'no rank' : `rank ${rank}`,
      rank === 1 ? '' : (first ?? 'no skill'),
      query,
    ]);
  const others = collisions.map((one) => `${one.skill} (${counted(one.queries, 'request')})`);
  return [
    `${printable(`${skill}: ${passed} of ${counted(cases.length, 'request')} point where they should. ${listedText(report)}`)}\n`,
    ...(others.length === 0 ? [] : [`${printable(`collides with ${listUpTo(5, others)}`)}\n`]),
    '\n',
    rowsText(context.terminal, ['', 'CASE', 'THIS SKILL', 'COMES FIRST', 'REQUEST'], rows),
  ].join('');
}

function listedText({ agent, listed, skills }: TriggerReport): string {
  const title = agents.find(({ name }) => name === agent)?.title ?? agent;
  switch (listed) {
    case 'whole':
      return `${title} lists its whole description, among ${counted(skills, 'skill')}.`;
    case 'cut':
      return `${title} cuts its description, among ${counted(skills, 'skill')}.`;
    case 'name-only':
      return `${title} lists it by its name alone, among ${counted(skills, 'skill')}.`;
    case 'not-listed':
      return `${title} does not list it.`;
    case 'not-seen':
      return `${title} does not see it: coppice doctor says why.`;
    default:
      return listed satisfies never;
  }
}
