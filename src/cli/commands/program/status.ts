/*
 * `coppice status`, and `coppice` alone: one screen with what matters now, the current state and the most useful next
 * command.
 */

import type { Context } from '../../../app/context.js';
import { observedNotes } from '../../../app/observe.js';
import {
  dueSteps,
  isUnavailable,
  nextStep,
  type RootStatus,
  type Status,
  type Step,
  type Unavailable,
} from '../../../app/rules/status.js';
import { readStatus } from '../../../app/status/status.js';
import { runModeText } from '../../../evolve/schedule/last-run.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText, utcDay } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';

export async function runStatus(context: Context): Promise<Report> {
  const status = await readStatus(context);
  const next = nextStep(status);
  return {
    document: { ...status, due: dueSteps(status), next },
    text: () => statusText(context, status, next),
    notes: observedNotes(status.observed) + unscannedNote(status),
  };
}

function unscannedNote({ unscanned }: Status): string {
  if (unscanned === 0) return '';
  return `${counted(unscanned, 'skill is', 'skills are')} not scanned yet; the next coppice status goes on with them\n`;
}

/*
 * The current state, on one screen. If there is nothing yet, it says what a skill is, where Coppice looks for skills
 * and how to begin.
 */

export function statusText(context: Context, status: Status, next: Step): string {
  const { terminal, userHome } = context;
  const { counts, roots, plugins } = status;
  const short = (path: string) => printable(shownFrom(userHome, path));
  const { bold } = terminal.stdout.colours;
  if (counts.skills + counts.archived === 0 && next.command.startsWith('coppice create'))
    return firstLines(status.lookedIn.map(short));
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['curator', curatorLines(status)],
    ['evolver', evolverLines(status)],
    ['evidence', evidenceLines(status)],
    ['schedule', scheduleLines(status)],
    ['registry', registryLines(status)],
  ];
  return [
    ...status.attention.map(({ message, command }) => `${printable(message)}: ${bold(printable(command))}\n`),
    status.attention.length > 0 ? '\n' : '',
    rowsText(
      terminal,
      ['ROOT', 'SKILLS', 'STALE', 'ARCHIVED', 'FOLDER'],
      [
        ...roots.map((root) => rootRow(root, short)),
        ...plugins.map(({ name, skills, path }) => [name, String(skills), '0', '0', short(path)]),
      ],
    ),
    '\n',
    ...parts.flatMap(([name, lines]) =>
      lines.map((line, at) => `${(at === 0 ? name : '').padEnd(10)}${printable(line)}\n`),
    ),
    `\n${'next'.padEnd(10)}${bold(printable(next.command))}\n${' '.repeat(10)}${printable(next.why)}\n`,
  ].join('');
}

function firstLines(folders: readonly string[]): string {
  return [
    'There are no skills here yet. A skill is a folder with a SKILL.md that teaches an agent a procedure.',
    `Coppice looks for skills in ${folders.join(', ')}.`,
    '  coppice create NAME --description TEXT  creates the first one',
    '  coppice demo                            shows everything in a temporary folder, in less than a minute',
    '  coppice doctor                          shows where each agent looks, and what it sees',
    '  coppice --help                          lists the verbs',
    '',
  ].join('\n');
}

function rootRow(
  { shownAs, skills, linked, stale, archived, trusted, path }: RootStatus,
  short: (path: string) => string,
): readonly string[] {
  const folder = trusted ? short(path) : `${short(path)} (not trusted; coppice trust)`;
  return [shownAs, String(skills + linked), String(stale), String(archived), folder];
}

function curatorLines({ curator }: Status): readonly string[] {
  if (isUnavailable(curator)) return troubleLines(curator);
  const { lastRun, paused, due, nextRunAt, wouldMove } = curator;
  const last = lastRun === null ? 'never run' : `last run ${timeText(lastRun.at)}`;
  const next = due
    ? lastRun === null
      ? ''
      : ', next run due now'
    : `, next run due at ${timeText(nextRunAt)}`;
  const work = wouldMove === 0 ? 'nothing to retire' : `${counted(wouldMove, 'skill')} to retire`;
  return [`${last}${paused ? ', paused' : next}; ${work}`];
}

function evolverLines({ evolver }: Status): readonly string[] {
  if (isUnavailable(evolver)) return troubleLines(evolver);
  const { lastRun, pending } = evolver;
  const last =
    lastRun === null
      ? 'never run'
      : `last run ${timeText(lastRun.at)}, ${lastRun.applied} applied${lastRun.exitCode === 0 ? '' : `, exit code ${lastRun.exitCode}`}`;
  return [`${last}; ${pending === 0 ? 'nothing' : counted(pending, 'proposal')} to review`];
}

function evidenceLines({ evidence }: Status): readonly string[] {
  if (isUnavailable(evidence)) return troubleLines(evidence);
  const { present, days, sessions, events, errors, lastActivityAt } = evidence;
  if (!present) return ['none yet'];
  const upTo = lastActivityAt === null ? '' : `, up to ${timeText(lastActivityAt)}`;
  return [
    `${counted(sessions, 'session')}, ${counted(events, 'call')} and ${counted(errors, 'stated error')} in the last ${counted(days, 'day')}${upTo}`,
  ];
}

/** Most people have no schedule, so nothing is shown about it. */
function scheduleLines({ schedule }: Status): readonly string[] {
  if (isUnavailable(schedule)) return troubleLines(schedule);
  const { lastRun } = schedule;
  if (lastRun === null) return [];
  const failed = lastRun.steps.filter(({ exitCode }) => exitCode !== 0).map(({ name }) => name);
  const how = lastRun.ok ? 'done' : `failed: ${failed.join(', ')}`;
  const mode = runModeText(lastRun);
  return [`last run ${timeText(lastRun.at)}, ${how}`, ...(mode === '' ? [] : [`it ${mode}`])];
}

function registryLines({ registry }: Status): readonly string[] {
  if (isUnavailable(registry)) return troubleLines(registry);
  const { login, project } = registry;
  const where = login === null ? 'not logged in' : `${login.url} (${login.tenant})`;
  if (project === null) return [where];
  const { items, state, updates } = project;
  const newer = updates === null ? '' : `, ${updates.count} with a newer version on ${utcDay(updates.at)}`;
  return [`${where}; this project: ${counted(items, 'item')}, ${projectStates[state]}${newer}`];
}

const projectStates = {
  installed: 'installed',
  'never-installed': 'not installed yet',
  'lock-behind': 'changed since it was locked',
  incomplete: 'incomplete',
} as const;

function troubleLines({ problem, code, hint }: Unavailable): readonly string[] {
  return [`not available: ${problem} (${code})`, ...(hint === null ? [] : [`hint: ${hint}`])];
}

function shownFrom(userHome: string, path: string): string {
  return path.startsWith(`${userHome}/`) ? `~${path.slice(userHome.length)}` : path;
}
