/*
 * `coppice schedule install`: installs a schedule for the curator and the evolver.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { isEffectShared } from '../../../app/project/pooled-effects.js';
import { type InstalledSchedule, readSchedule, schedulerOf, schedulersOf } from '../../../app/schedule.js';
import { type JobMode, jobMode } from '../../../evolve/rules/schedule/job.js';
import { stepText } from '../../../evolve/rules/schedule/report.js';
import { reportedError, worstExitCode } from '../../../evolve/rules/schedule/steps.js';
import { runSchedule } from '../../../evolve/schedule/run.js';
import {
  type InstallReport,
  installSchedule,
  type RemovedSchedule,
} from '../../../evolve/schedule/scheduler.js';
import { homePaths } from '../../../system/home.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { defaultEvery } from '../../rules/defaults.js';
import type { Report, Verb } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import {
  appliesIn,
  commandStep,
  evolveFlags,
  evolveWords,
  requireEvolveFlags,
  scheduledJob,
} from './scheduled-job.js';

export async function runScheduleInstall(
  context: Context,
  input: Input<'schedule install'>,
  verbs: readonly Verb[],
): Promise<Report> {
  const job = scheduledJob(context, verbs, {
    every: input.text('every') ?? defaultEvery,
    applies: appliesIn(input),
    flags: evolveFlags(input),
  });
  const report = await installSchedule(await schedulerOf(context, input.text('backend')), job, {
    enable: input.isOn('enable'),
    dryRun: input.isOn('dry-run'),
  });
  return {
    document: { ...report, mode: jobMode(job) },
    text: textOf(report),
    notes: installNotes(report, jobMode(job), context.program.script),
    exitCode: report.error === null ? 0 : 1,
  };
}

/** The contents of the files if they were not installed, so that a person can install them. */
function textOf({ scheduler, every, files, installed, enabled }: InstallReport): string {
  if (!installed) return files.map(({ path, text }) => `# ${path}\n${printed(text)}`).join('\n');
  const paths = files.map(({ path }) => `${printable(path)}\n`).join('');
  return `${paths}${every} by ${scheduler}, ${enabled ? 'enabled' : 'not enabled'}\n`;
}

function installNotes(
  { scheduler, dryRun, installed, enabled, enableWith, error }: InstallReport,
  mode: JobMode,
  script: string,
): string {
  const lines = [
    mode === 'apply'
      ? 'each run retires skills and writes notes without asking you'
      : 'each run makes proposals; coppice evolve review lists them',
    ...(error === null ? [] : [`error: ${error.message} (${error.code})`]),
    ...(error?.hint ? [`hint: ${error.hint}`] : []),
    ...(dryRun ? ['nothing was written'] : []),
    ...(dryRun || installed || error !== null ? [] : [notInstalled(scheduler)]),
    ...(dryRun || enabled || error !== null ? [] : [`to start it: ${enableWith}`]),
    ...(enabled && scheduler === 'systemd'
      ? ['it runs only while you are logged in; to run it always: loginctl enable-linger']
      : []),
    ...(/[\\/]_npx[\\/]/.test(script)
      ? [
          'hint: npx may remove the program that the schedule starts; run npm install -g coppice, and install again',
        ]
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** A scheduler without a disabled state. */
export function notInstalled(scheduler: InstallReport['scheduler']): string {
  return `nothing was installed: what is in ${scheduler} is always enabled`;
}

function printed(text: string): string {
  return printable(text, { multiline: true });
}

/*
 * `coppice schedule uninstall`: stops the schedule and removes what was installed for it, and nothing else.
 */

export async function runScheduleUninstall(
  context: Context,
  input: Input<'schedule uninstall'>,
): Promise<Report> {
  const results: RemovedSchedule[] = [];
  for (const scheduler of schedulersOf(context, input.text('backend')))
    results.push(await scheduler.remove());
  const schedulers = results.map((result) => ({
    ...result,
    error: result.error === undefined ? null : reportedError(result.error),
  }));
  return {
    document: { schedulers },
    text: results
      .flatMap(({ removed }) => removed)
      .map((path) => `removed ${printable(path)}\n`)
      .join(''),
    notes: uninstallNotes(results),
    exitCode: results.every(({ error }) => error === undefined) ? 0 : 1,
  };
}

function uninstallNotes(results: readonly RemovedSchedule[]): string {
  const isPartly = ({ removed, missing }: RemovedSchedule) => removed.length > 0 && missing.length > 0;
  const lines = [
    ...results.flatMap(({ error }) => (error ? [`error: ${error.message} (${error.code})`] : [])),
    ...results
      .flatMap(({ foreign }) => foreign)
      .map((path) => `kept, because Coppice did not write it: ${path}`),
    ...results.filter(isPartly).flatMap(({ missing }) => missing.map((path) => `was missing: ${path}`)),
    ...(results.every(({ removed, error }) => removed.length === 0 && error === undefined)
      ? [`nothing was installed: ${results.flatMap(({ missing }) => missing).join(', ')}`]
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/*
 * `coppice schedule status`: what is installed, when it runs, and how the last run ended.
 */

export async function runScheduleStatus(context: Context, input: Input<'schedule status'>): Promise<Report> {
  const state = await readSchedule(context, input.text('backend'));
  const { schedules, lastRun } = state;
  const last =
    lastRun === null ? 'never' : `${timeText(lastRun.at)}, ${lastRun.ok ? 'done' : 'failed'} (${lastRun.id})`;
  return {
    document: state,
    text: `${[...schedules.flatMap(scheduleLines), `last run: ${last}`].map((line) => printable(line)).join('\n')}\n`,
    ...(schedules.length === 0 && { notes: 'not installed; install it with: coppice schedule install\n' }),
  };
}

function scheduleLines(schedule: InstalledSchedule): readonly string[] {
  const { scheduler, every, enabled, nextRun, files } = schedule;
  return [
    `${every ?? 'changed by hand'} by ${scheduler}, ${enabled ? 'enabled' : 'not enabled'}`,
    ...modeLines(schedule),
    ...(nextRun === null ? [] : [`next run: ${nextRun}`]),
    ...files.map(({ path, state }) => (state === 'ours' ? path : `${path} (${state})`)),
  ];
}

function modeLines({ mode, isOlder }: InstalledSchedule): readonly string[] {
  if (mode === null) return [];
  if (mode === 'apply') return ['each run retires skills and writes notes without asking (--apply)'];
  return isOlder
    ? [
        'each run makes proposals only, although it was installed by a version whose runs wrote notes',
        'to write without asking: coppice schedule install --apply --enable',
      ]
    : ['each run makes proposals only'];
}

/*
 * `coppice schedule run`: what a schedule starts. Reads sessions, and proposes notes; with `--apply`, retires unused skills
 * and writes the notes.
 */

export async function runScheduleRun(
  context: Context,
  input: Input<'schedule run'>,
  verbs: readonly Verb[],
): Promise<Report> {
  const { files, clock, home } = libraryOptions(context);
  const applies = appliesIn(input);
  const options = { applies, flags: evolveFlags(input) };
  const evolve = commandStep(context, verbs, evolveWords(options));
  const steps = [
    commandStep(context, verbs, ['evidence', 'backfill']),
    commandStep(context, verbs, ['curate', '--if-due', ...(applies ? [] : ['--dry-run'])]),
    {
      ...evolve,
      run: async () => {
        requireEvolveFlags(context, verbs, options);
        return await evolve.run();
      },
    },
    ...(sharesCounts(context) ? [commandStep(context, verbs, ['evolve', 'effect'])] : []),
  ];
  const mode = {
    mode: applies ? 'apply' : 'propose',
    isStated: applies || input.isOn('proposal-only'),
  } as const;
  const report = await runSchedule({ files, clock, home }, steps, mode);
  return {
    document: report,
    text: rowsText(
      context.terminal,
      ['RESULT', 'STEP'],
      report.steps.map((step) => [stepText(step), step.name]),
    ),
    notes: printable(`report: ${homePaths(home).report(report.runId).page}`).concat('\n'),
    exitCode: worstExitCode(report.steps),
  };
}

/** `evolve effect` sends the counts that are shared. A configuration that cannot be read is reported by the steps that need it. */
function sharesCounts(context: Context): boolean {
  try {
    return isEffectShared(context, false);
  } catch (error) {
    if (error instanceof CoppiceError) return false;
    throw error;
  }
}
