/*
 * Verbs about the schedule, by which all of it happens without being asked for.
 */

import { schedulerNames } from '../../evolve/schedule/scheduler.js';
import { defaultBackfillDays, defaultEvery } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';
import { passedFlags } from './evolve.js';

const everyFlag = {
  name: 'every',
  value: 'daily|hourly|weekly|HH:MM',
  fallback: defaultEvery,
  summary: 'How often it runs; daily and weekly runs start at 09:00',
} as const satisfies Flag;
const applyFlag = {
  name: 'apply',
  summary: 'Let each run retire skills and write notes without asking you',
} as const satisfies Flag;
const proposalOnlyFlag = {
  name: 'proposal-only',
  summary: 'Make proposals in each run, and change no skill (the default)',
} as const satisfies Flag;
const backendFlag = {
  name: 'backend',
  value: 'NAME',
  choices: schedulerNames,
  summary: 'Use this scheduler instead of the detected one',
} as const satisfies Flag;
const flagsArgument = {
  name: 'flags',
  optional: true,
  repeat: true,
  summary: 'After --: more flags for evolve run',
} as const satisfies Argument;

export const scheduleVerbs = [
  {
    name: 'evolve bootstrap',
    group: 'evolve',
    summary: 'Read past sessions, show a report, and install the schedule',
    description: [
      'Runs evidence backfill, evidence report and schedule install --enable, one after the other. If one of them fails, the next one still runs. No skill is changed.',
      'The schedule makes proposals, on which you decide with coppice evolve review. With --apply it writes without asking you.',
    ],
    arguments: [],
    flags: [
      { name: 'days', value: 'N', fallback: String(defaultBackfillDays), summary: 'How many days to read' },
      everyFlag,
      { name: 'no-enable', summary: 'Install the schedule, but do not start it' },
      applyFlag,
      proposalOnlyFlag,
      { name: 'dry-run', summary: 'Show what would be read and installed, and write nothing' },
      { name: 'semantic', summary: 'Let models order the candidates in every run' },
    ],
    examples: [
      { command: 'coppice evolve bootstrap', says: 'all of it' },
      { command: 'coppice evolve bootstrap --dry-run', says: 'what it would do' },
    ],
  },
  {
    name: 'schedule install',
    group: 'evolve',
    summary: 'Install a schedule that runs the curator and the evolver',
    description: [
      'Uses a systemd user timer on Linux, a launchd agent on macOS, and the crontab where neither exists. The schedule starts coppice schedule run with the current Node, home and agent folders; no other environment variable is recorded.',
      'Each run makes proposals, on which you decide with coppice evolve review. With --apply it retires skills and writes notes without asking you.',
      'Without --enable the files are written and nothing is started; cron has no such state, so its lines are only shown. Installing again replaces the previous schedule.',
    ],
    arguments: [flagsArgument],
    flags: [
      everyFlag,
      { name: 'enable', summary: 'Start the schedule at once' },
      applyFlag,
      proposalOnlyFlag,
      { name: 'dry-run', summary: 'Print what would be written, and write nothing' },
      backendFlag,
      ...passedFlags,
    ],
    examples: [
      { command: 'coppice schedule install --dry-run', says: 'what would be written' },
      { command: 'coppice schedule install --enable', says: 'every day from now on' },
      {
        command: 'coppice schedule install --every 07:30 --max-skills 1',
        says: 'with a flag of evolve run',
      },
    ],
  },
  {
    name: 'schedule uninstall',
    group: 'evolve',
    summary: 'Stop the schedule and remove what was installed',
    description: ['Removes only what schedule install wrote, from every scheduler.'],
    arguments: [],
    flags: [backendFlag],
    examples: [{ command: 'coppice schedule uninstall', says: 'removes the timer' }],
  },
  {
    name: 'schedule status',
    group: 'evolve',
    summary: 'Show what is installed, when it runs, and how the last run ended',
    description: ['A file that was changed after installation is shown as edited.'],
    arguments: [],
    flags: [backendFlag],
    examples: [{ command: 'coppice schedule status', says: 'the current state' }],
  },
  {
    name: 'schedule run',
    group: 'evolve',
    summary: 'Run the scheduled work now',
    description: [
      'Runs evidence backfill, curate --if-due --dry-run and evolve run --propose, in this order. With --apply, curate retires skills, and evolve run writes with --apply-low-risk --approve-auto-apply --protect-core-skills. If one of the three fails, the next one still runs. Writes a report, and exits with the highest exit code.',
      'Only one run works at a time: a second one waits for 30 seconds and then exits with 1.',
    ],
    arguments: [flagsArgument],
    flags: [applyFlag, proposalOnlyFlag, ...passedFlags],
    examples: [
      { command: 'coppice schedule run', says: 'as the schedule would' },
      { command: 'coppice schedule run --days 30', says: 'from a month of evidence' },
    ],
  },
] as const satisfies readonly VerbRecord[];
