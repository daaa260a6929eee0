/*
 * `coppice evolve bootstrap`: from nothing to a schedule. Reads past sessions, shows a report, and installs the
 * schedule.
 */

import type { Context } from '../../../app/context.js';
import { stepText } from '../../../evolve/rules/schedule/report.js';
import { runSteps, type StepOutcome, worstExitCode } from '../../../evolve/rules/schedule/steps.js';
import { printable } from '../../../text/printable.js';
import { defaultBackfillDays, defaultEvery } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report, Verb } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { commandStep, scheduledJob } from './scheduled-job.js';

const nextSteps = [
  'coppice evolve run shows which notes it would write now',
  'coppice schedule status shows when it runs, and how the last run ended',
  'coppice hooks install records sessions of Claude Code while they happen',
];

export async function runEvolveBootstrap(
  context: Context,
  input: Input<'evolve bootstrap'>,
  verbs: readonly Verb[],
): Promise<Report> {
  const days = String(wholeNumber(input, 'days', 1) ?? defaultBackfillDays);
  const every = input.text('every') ?? defaultEvery;
  const proposalOnly = input.isOn('proposal-only');
  const flags = input.isOn('semantic') ? ['--semantic-candidates', '--rerank-candidates'] : [];
  // A wrong flag is reported before the long part begins.
  scheduledJob(context, verbs, { every, proposalOnly, flags });
  const install = [
    ...['schedule', 'install', '--every', every],
    ...(input.isOn('no-enable') ? [] : ['--enable']),
    ...(proposalOnly ? ['--proposal-only'] : []),
    ...(flags.length > 0 ? ['--', ...flags] : []),
  ];
  const outcomes = await runSteps([
    commandStep(context, verbs, ['evidence', 'backfill', '--days', days]),
    commandStep(context, verbs, ['evidence', 'report', '--days', days]),
    commandStep(context, verbs, install),
  ]);
  const [backfill, report, schedule] = outcomes.map(({ result }) => result?.document ?? null);
  const steps = outcomes.map(({ name, exitCode, error }) => ({ name, exitCode, error }));
  return {
    document: { backfill, report, schedule, steps, nextSteps },
    text: () => outcomes.map(sectionText).join('\n'),
    notes: [...outcomes.map(outcomeNotes), ...nextSteps.map((step) => `next: ${step}\n`)].join(''),
    exitCode: worstExitCode(outcomes),
  };
}

function sectionText({ name, result }: StepOutcome<Report>): string {
  const text = typeof result?.text === 'function' ? result.text() : (result?.text ?? '');
  return `# coppice ${printable(name)}\n${text}`;
}

/** For a step that failed, its own notes follow. */
function outcomeNotes(outcome: StepOutcome<Report>): string {
  const why = outcome.exitCode === 0 ? '' : (outcome.result?.notes ?? '');
  return `${printable(outcome.name)}: ${stepText(outcome)}\n${why}`;
}
