/*
 * `coppice evolve trial SKILL`, `status` and `stop`: whether the note of a skill helps, by days with and without it.
 */

import type { Context } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import { trialDays } from '../../../evolve/rules/trial/trial.js';
import { lastDay, trialText } from '../../../evolve/rules/trial/words.js';
import {
  startTrial,
  stopTrial,
  type TrialDeps,
  type TrialReport,
  trialReports,
} from '../../../evolve/trials/trials.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { counted } from '../../../text/plural.js';
import { dayMs, utcDay } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveTrial(context: Context, input: Input<'evolve trial'>): Promise<Report> {
  return await withEvidence(context, async ({ store, library }) => {
    const skill = findSkillToChange(library, input.argument('skill'));
    const days = wholeNumber(input, 'days', trialDays.min) ?? trialDays.usual;
    const report = await startTrial(depsOf(context, store), skill, days);
    const { trial } = report;
    return {
      document: documentOf(report),
      text: () => trialsText(context, [report]),
      notes: [
        `the days are drawn and recorded (trial-${trial.id}); the last one is ${lastDay(trial)}`,
        'each evolve run that writes or proposes switches the note; coppice schedule install --enable runs it daily',
        `hint: coppice evolve trial stop ${report.skill} ends it and leaves the note in`,
      ]
        .map((line) => `${line}\n`)
        .join(''),
    };
  });
}

export async function runEvolveTrialStatus(
  context: Context,
  input: Input<'evolve trial status'>,
): Promise<Report> {
  return await withEvidence(context, ({ store, library }) => {
    const wanted = input.argument('skill');
    const skill = wanted === undefined ? undefined : findSkillToChange(library, wanted).id;
    const reports = trialReports(depsOf(context, store), skill);
    return {
      document: { trials: reports.map(documentOf) },
      text: () => trialsText(context, reports),
      notes: reports.length === 0 ? 'there is no trial; coppice evolve trial SKILL starts one\n' : '',
    };
  });
}

export async function runEvolveTrialStop(
  context: Context,
  input: Input<'evolve trial stop'>,
): Promise<Report> {
  return await withEvidence(context, async ({ store, library }) => {
    const skill = findSkillToChange(library, input.argument('skill'));
    const report = await stopTrial(depsOf(context, store), skill);
    return {
      document: documentOf(report),
      text: () => trialsText(context, [report]),
      notes: 'the trial was stopped without a verdict, and the note is in the skill\n',
    };
  });
}

function depsOf(context: Context, evidence: TrialDeps['evidence']): TrialDeps {
  return { ...skillLibraryOptions(context), evidence };
}

function documentOf({ skill, trial, blocks, result }: TrialReport): unknown {
  const { id, startedAt, days, firstDay, rule, end = null } = trial;
  const shown = end === null ? null : { change: result.change, p: result.p };
  return { skill, id, startedAt, firstDay: utcDay(firstDay * dayMs), days, rule, blocks, end, result: shown };
}

/** What the days show is not said before the end, because whoever sees it may stop when it suits them. */
function trialsText({ terminal }: Context, reports: readonly TrialReport[]): string {
  const rows = reports.map(({ skill, trial, blocks, result }) => [
    skill,
    utcDay(trial.startedAt),
    `${counted(blocks.length, 'day')} of ${trial.days.length}`,
    rateText({ trial, blocks }, true),
    rateText({ trial, blocks }, false),
    trialText(trial, result),
  ]);
  return rowsText(terminal, ['SKILL', 'STARTED', 'USED ON', 'FAILED WITH', 'WITHOUT', 'VERDICT'], rows);
}

function rateText({ trial, blocks }: Pick<TrialReport, 'trial' | 'blocks'>, hasNote: boolean): string {
  if (trial.end === undefined) return '';
  const side = blocks.filter((block) => block.hasNote === hasNote);
  const loads = side.reduce((sum, block) => sum + block.loads, 0);
  const bad = side.reduce((sum, block) => sum + block.bad, 0);
  return loads === 0 ? 'no loads' : `${Math.round((100 * bad) / loads)}% (${bad}/${loads})`;
}
