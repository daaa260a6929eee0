/*
 * Verbs about the schedule, by which all of it happens without being asked for.
 */

import { schedulerNames } from '../../evolve/schedule/scheduler.js';
import { defaultBackfillDays, defaultEvery } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';

const everyFlag = {
  name: 'every',
  value: 'daily|hourly|weekly|HH:MM',
  fallback: defaultEvery,
  summary: 'How often; daily and weekly are at 09:00',
} as const satisfies Flag;
const proposalOnlyFlag = {
  name: 'proposal-only',
  summary: 'Let a run only plan, and change no skill',
} as const satisfies Flag;
const backendFlag = {
  name: 'backend',
  value: 'NAME',
  choices: schedulerNames,
  summary: 'This one, and not what the machine has',
} as const satisfies Flag;
const flagsArgument = {
  name: 'flags',
  optional: true,
  repeat: true,
  summary: 'After --: flags for evolve run',
} as const satisfies Argument;

export const scheduleVerbs = [
  {
    name: 'evolve bootstrap',
    group: 'evolve',
    summary: 'Read the past, show what it says, and install the schedule',
    description: [
      'The same as evidence backfill, evidence report and schedule install --enable, one after the other. If one of them fails, the next is tried all the same. No skill is changed before the schedule runs.',
    ],
    arguments: [],
    flags: [
      { name: 'days', value: 'N', fallback: String(defaultBackfillDays), summary: 'How far back it reads' },
      everyFlag,
      { name: 'no-enable', summary: 'Install the schedule, but do not start it' },
      proposalOnlyFlag,
      { name: 'semantic', summary: 'Let models order the candidates in every run' },
    ],
    examples: [
      { command: 'coppice evolve bootstrap', says: 'all of it' },
      { command: 'coppice evolve bootstrap --proposal-only', says: 'without letting it write' },
    ],
  },
  {
    name: 'schedule install',
    group: 'evolve',
    summary: 'Let the machine run all of it at its time',
    description: [
      "A timer of the user's systemd on Linux, an agent of launchd on macOS, lines in the crontab where neither is. It starts coppice schedule run with the Node, the home and the folders of agents of now; no other variable is recorded.",
      'Without --enable the files are written and nothing is started; of a crontab the lines are only shown. Installing again replaces what was installed.',
    ],
    arguments: [flagsArgument],
    flags: [
      everyFlag,
      { name: 'enable', summary: 'Start it at once' },
      proposalOnlyFlag,
      { name: 'dry-run', summary: 'Print what would be written; write nothing at all' },
      backendFlag,
    ],
    examples: [
      { command: 'coppice schedule install --dry-run', says: 'what would be written' },
      { command: 'coppice schedule install --enable', says: 'every day from now on' },
      {
        command: 'coppice schedule install --every 07:30 -- --max-skills 1',
        says: 'with a flag of evolve run',
      },
    ],
  },
  {
    name: 'schedule uninstall',
    group: 'evolve',
    summary: 'Stop the schedule and remove what was installed',
    description: ['Only what schedule install wrote goes, wherever it was installed.'],
    arguments: [],
    flags: [backendFlag],
    examples: [{ command: 'coppice schedule uninstall', says: 'as before' }],
  },
  {
    name: 'schedule status',
    group: 'evolve',
    summary: 'Show what is installed, when it runs, and how the last run ended',
    description: ['A file that somebody has changed since it was written is shown as edited.'],
    arguments: [],
    flags: [backendFlag],
    examples: [{ command: 'coppice schedule status', says: 'how things stand' }],
  },
  {
    name: 'schedule run',
    group: 'evolve',
    summary: 'Do what a schedule does, now',
    description: [
      'Runs evidence backfill, curate --if-due and evolve run --apply-low-risk --approve-auto-apply --protect-core-skills, in this order. If one of them fails, the next is tried all the same. It leaves a report and exits with the greatest exit code of the three.',
      'One run at a time: a second waits for 30 seconds, and then exits with 1.',
    ],
    arguments: [flagsArgument],
    flags: [proposalOnlyFlag],
    examples: [
      { command: 'coppice schedule run', says: 'now, as the schedule would' },
      { command: 'coppice schedule run --proposal-only -- --days 30', says: 'only look, at a month' },
    ],
  },
] as const satisfies readonly VerbRecord[];
