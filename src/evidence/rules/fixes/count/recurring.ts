/*
 * Failures of the same cause over all sessions of a window, with the fix that is shown for them. A session counts once,
 * whatever happened in it: forks, resumed copies and subagents are their root session.
 */

import type { EpisodeFailures, FixKind, RecurringFailure, ShownFix } from '../failure.js';
import { errorName } from '../gate/error-name.js';
import { type CountedFixes, countFixes, type FixCount, meetsConditions, type WorkedFix } from './best-fix.js';
import { type CommandRow, type GeneralForm, generalForm, wordsOfLine } from './columns.js';
import { type CauseGroup, groupsByCause, type Occurrence, sessionsOf } from './groups.js';
import { commonName, harmless, isHarmless, shownCommand } from './shown-command.js';

/** The failures with a fix come first, by the sessions that it would have saved. */
export function recurringFailures(episodes: readonly EpisodeFailures[]): readonly RecurringFailure[] {
  return groupsByCause(episodes).map(recurringFailure).sort(bySaving);
}

function recurringFailure({ cause, occurrences }: CauseGroup): RecurringFailure {
  const latest = occurrences.at(-1);
  const counted = countFixes(occurrences);
  const found = firstShown(counted);
  return {
    cause,
    family: latest?.failure.cause.family ?? 'other',
    skills: [...new Set(occurrences.map(({ skill }) => skill))].sort(),
    command:
      found?.command ?? shownCommand(firstOfSessions(occurrences).map(({ failure }) => failure.command)),
    error: commonName(latestNames(occurrences, found?.fix.commands.join(' '))),
    exitCode: latest?.failure.cause.exitCode ?? null,
    failures: occurrences.length,
    sessions: sessionsOf(occurrences),
    firstAt: occurrences[0]?.failure.at ?? 0,
    lastAt: latest?.failure.at ?? 0,
    events: [...new Set(occurrences.map(({ failure }) => failure.event))].reverse(),
    fix: found?.fix ?? null,
    held: counted.held ?? null,
  };
}

/** Names of the latest lines that differ, oldest first: judging one costs more than all the rest, and a few are enough. */
function latestNames(occurrences: readonly Occurrence[], fix = ''): readonly string[] {
  const lines = new Map<string, Occurrence>();
  for (const occurrence of occurrences.toReversed()) {
    if (lines.size === maxNamedLines) break;
    const { line } = occurrence.failure.cause;
    if (!lines.has(line)) lines.set(line, occurrence);
  }
  return [...lines.values()]
    .toReversed()
    .map(({ failure: { cause, command } }) => errorName(cause, command.text, fix));
}

const maxNamedLines = 4;

interface FoundFix {
  readonly command: string;
  readonly fix: ShownFix;
}

/** The best fix that has a general form. */
function firstShown({ shown }: CountedFixes): FoundFix | undefined {
  for (const count of shown) {
    const found = shownFix(count);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shownFix(count: FixCount): FoundFix | undefined {
  const form = formOf(count);
  if (form === undefined) return undefined;
  const [command = '', ...commands] = form.commands;
  const worked = form.fixes.length;
  const lastAt = Math.max(...form.fixes.map(({ occurrence }) => occurrence.failure.at));
  return {
    command,
    fix: {
      ...{ kind: count.kind, commands, worked, of: worked + count.failed, sessions: worked, lastAt },
      events: [...new Set(form.fixes.toReversed().flatMap(({ events }) => events))],
    },
  };
}

interface SharedForm {
  readonly commands: readonly string[];
  /** The fixes that have this form. */
  readonly fixes: readonly WorkedFix[];
}

/** The failing command and the fix in the general form that most sessions share; it must meet the conditions itself. */
function formOf(count: FixCount): SharedForm | undefined {
  const groups = new Map<string, FormRow[]>();
  for (const fix of count.worked) {
    const words = [fix.occurrence.failure.command, ...fix.commands].map(({ text }) =>
      wordsOfLine(harmless(text)),
    );
    for (const key of [words.map(({ length }) => length).join(' '), `= ${JSON.stringify(words.slice(1))}`]) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ fix, words }]);
      else group.push({ fix, words });
    }
  }
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
    if (!meetsConditions(group.length, count)) continue;
    const rows = group.map(({ words }) => words);
    const fixes = group.map(({ fix }) => fix);
    const form = generalForm(rows) ?? withCommonStart(rows);
    if (form?.isBound !== true || !isAdvice(form.commands, count.kind)) continue;
    const commands = withHarmlessCommand(form.commands, fixes);
    if (commands !== undefined) return { commands, fixes };
  }
  return undefined;
}

/** A failing command that must not be repeated is reduced to its program; a fix that refers to it is then not shown. */
function withHarmlessCommand(
  [command = '', ...commands]: readonly string[],
  fixes: readonly WorkedFix[],
): readonly string[] | undefined {
  const failed = fixes.map(({ occurrence }) => occurrence.failure.command);
  if (failed.every(isHarmless)) return [command, ...commands];
  return commands.some((line) => line.includes('<'))
    ? undefined
    : [failed.at(-1)?.signature ?? '', ...commands];
}

interface FormRow {
  readonly fix: WorkedFix;
  readonly words: CommandRow;
}

/** A changed command that is the same in general says nothing. */
function isAdvice([command = '', ...commands]: readonly string[], kind: FixKind): boolean {
  const isChange = kind !== 'steps' && kind !== 'configuration';
  return hasSameMarks(command, commands) && !(isChange && commands[0] === command);
}

/** An address or text that was replaced must be the one of the failing command. */
function hasSameMarks(command: string, commands: readonly string[]): boolean {
  const marks = commands.flatMap((line) => line.match(/<(?:url|secret|text)>/g) ?? []);
  return marks.every((mark) => command.includes(mark));
}

/** The failing commands differ in length and the fix is the same: their common beginning stands for them. */
function withCommonStart(rows: readonly CommandRow[]): GeneralForm | undefined {
  const [first = []] = rows;
  const [, ...fix] = first;
  const commands = rows.map(([command = []]) => command);
  const [shortest = []] = commands.toSorted((a, b) => a.length - b.length);
  const differs = shortest.findIndex((word, at) => commands.some((words) => words[at] !== word));
  const common = differs < 0 ? shortest : shortest.slice(0, differs);
  const isSame = rows.every((row) => JSON.stringify(row.slice(1)) === JSON.stringify(fix));
  if (!isSame || common.length < minCommonWords) return undefined;
  const isUsual = commands.filter(({ length }) => length === common.length).length * 2 >= commands.length;
  const command = `${common.join(' ')}${isUsual ? '' : ' …'}`;
  return { commands: [command, ...fix.map((words) => words.join(' '))], isBound: true };
}

/** A program and more than its subcommand. */
const minCommonWords = 2;

/** The first failure of each session: what was tried after it is a variation. */
function firstOfSessions(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  return [...new Map(occurrences.toReversed().map((each) => [each.session, each])).values()].toReversed();
}

function bySaving(a: RecurringFailure, b: RecurringFailure): number {
  return (
    saved(b) - saved(a) ||
    b.sessions - a.sessions ||
    b.failures - a.failures ||
    b.lastAt - a.lastAt ||
    (a.cause < b.cause ? -1 : Number(a.cause > b.cause))
  );
}

/** Failures times the share in which the fix worked. */
function saved({ fix, failures }: RecurringFailure): number {
  return fix === null || fix.of === 0 ? 0 : (failures * fix.worked) / fix.of;
}
