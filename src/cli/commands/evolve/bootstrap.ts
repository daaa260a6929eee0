/*
 * `coppice evolve bootstrap`: from nothing to a schedule. Reads past sessions, shows a report, and installs the
 * schedule.
 */

import { sessionAgents } from '../../../agents/sessions/reader.js';
import type { Context } from '../../../app/context.js';
import { findSources } from '../../../evidence/sources/find-sources.js';
import { stepText } from '../../../evolve/rules/schedule/report.js';
import {
  runSteps,
  type Step,
  type StepOutcome,
  worstExitCode,
} from '../../../evolve/rules/schedule/steps.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { isObject } from '../../../text/shape.js';
import { dayMs } from '../../../text/time.js';
import { defaultBackfillDays, defaultEvery } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report, Verb } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { appliesIn, commandStep, scheduledJob } from './scheduled-job.js';

export async function runEvolveBootstrap(
  context: Context,
  input: Input<'evolve bootstrap'>,
  verbs: readonly Verb[],
): Promise<Report> {
  const days = wholeNumber(input, 'days', 1) ?? defaultBackfillDays;
  const every = input.text('every') ?? defaultEvery;
  const applies = appliesIn(input);
  const isDry = input.isOn('dry-run');
  const flags = input.isOn('semantic') ? ['--semantic-candidates', '--rerank-candidates'] : [];
  // A wrong flag is reported before the long part begins.
  scheduledJob(context, verbs, { every, applies, flags });
  const install = [
    ...['schedule', 'install', '--every', every],
    ...(isDry ? ['--dry-run'] : input.isOn('no-enable') ? [] : ['--enable']),
    applies ? '--apply' : '--proposal-only',
    ...flags,
  ];
  const backfill = ['evidence', 'backfill', '--days', String(days)];
  const outcomes = await runSteps([
    isDry ? plannedBackfill(context, backfill, days) : commandStep(context, verbs, backfill),
    commandStep(context, verbs, ['evidence', 'report', '--days', String(days)]),
    commandStep(context, verbs, install),
  ]);
  const [read, report, schedule] = outcomes.map(({ result }) => result?.document ?? null);
  const steps = outcomes.map(({ name, exitCode, error }) => ({ name, exitCode, error }));
  const nextSteps = nextStepsFor({
    applies,
    isInstalled: isObject(schedule) && schedule['installed'] === true,
  });
  return {
    document: { dryRun: isDry, backfill: read, report, schedule, steps, nextSteps },
    text: () => outcomes.map(sectionText).join('\n'),
    notes: [...outcomes.map(outcomeNotes), ...nextSteps.map((step) => `next: ${step}\n`)].join(''),
    exitCode: worstExitCode(outcomes),
  };
}

/** Lists the session files instead of reading them. */
function plannedBackfill(context: Context, words: readonly string[], days: number): Step<Report> {
  return {
    name: words.join(' '),
    run: async () => {
      const { files, clock, home, userHome, environment, platform } = context;
      const { sources } = findSources(files, sessionAgents, { home, userHome, environment, platform });
      const from = clock.now() - days * dayMs;
      const recent = sources.filter(({ stat }) => stat.mtimeMs >= from);
      const agents = sessionAgents.flatMap((agent) => {
        const found = recent.filter((source) => source.agent === agent).length;
        return found === 0 ? [] : [{ agent, files: found }];
      });
      return {
        document: { dryRun: true, files: recent.length, agents },
        text: agents.map(({ agent, files: found }) => `${agent}\t${found}\n`).join(''),
        notes: `${counted(recent.length, 'session file')} would be read\n`,
      };
    },
  };
}

interface Outcome {
  readonly applies: boolean;
  readonly isInstalled: boolean;
}

function nextStepsFor({ applies, isInstalled }: Outcome): readonly string[] {
  return [
    'coppice evolve run shows which notes it would write now',
    ...(isInstalled ? ['coppice schedule status shows when it runs, and how the last run ended'] : []),
    ...(applies ? [] : ['coppice evolve review lists the proposals of each run']),
    'coppice hooks install records sessions of Claude Code while they happen',
  ];
}

function sectionText({ name, result }: StepOutcome<Report>): string {
  const text = typeof result?.text === 'function' ? result.text() : (result?.text ?? '');
  return `# coppice ${printable(name)}\n${text}`;
}

/** For a step that failed, or that did less than it says, its own notes follow. */
function outcomeNotes(outcome: StepOutcome<Report>): string {
  const { exitCode, result, name } = outcome;
  const isPartial = isObject(result?.document) && isUnfinished(result.document);
  const how = exitCode === 0 && isPartial ? 'nothing was written' : stepText(outcome);
  const why = exitCode === 0 && !isPartial ? '' : (result?.notes ?? '');
  return `${printable(name)}: ${how}\n${why}`;
}

/** A dry run, or a schedule that could only be shown. */
function isUnfinished(document: Readonly<Record<string, unknown>>): boolean {
  return document['dryRun'] === true || document['installed'] === false;
}
