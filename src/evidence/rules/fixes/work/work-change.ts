/*
 * How the command itself changed from a failed attempt to a later one: its program, its subcommand, its arguments. What
 * stands around it is not compared here.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import { argumentChange } from './argument-change.js';
import { completion } from './completed-text.js';
import { errorNames, errorRejects, type FailedAttempt, isFlag, isVersionOf, mentions } from './operands.js';
import { replacesProgram } from './replaced-program.js';
import type { ArgumentChange, ArgumentChangeKind } from './value-change.js';

export type WorkChangeKind = ArgumentChangeKind | 'program' | 'subcommand';

export interface WorkChange {
  readonly kind: WorkChangeKind;
  readonly names: readonly string[];
}

export function workChange(failed: FailedAttempt, later: Command): WorkChange {
  const { command } = failed;
  if (command.isOpaque || later.isOpaque) return opaqueChange(failed, later);
  if (command.signature === later.signature) {
    const change = completedQuery(failed, later) ?? wordsChange(failed, later);
    if (!isRespelled(failed, later) || (change.kind !== 'none' && change.kind !== 'added')) return change;
    return isVersionOf(command.spelling, later.spelling)
      ? { kind: 'version', names: ['program:version'] }
      : { kind: 'program', names: [`${command.spelling}>${later.spelling}`] };
  }
  if (command.program !== later.program) return programChange(failed, later);
  const change = flagsChange(failed, later) ?? subcommandChange(failed, later);
  return change ?? otherChange;
}

const otherChange: WorkChange = { kind: 'other', names: [] };

/** Program text is the same work only if it is identical; what stands around it may change. */
function opaqueChange(failed: FailedAttempt, later: Command): WorkChange {
  const { command } = failed;
  const text = programText(command);
  if (text === '' || text !== programText(later)) return otherChange;
  if (command.signature !== later.signature) return programChange(failed, later);
  if (isRespelled(failed, later))
    return { kind: 'program', names: [`${command.spelling}>${later.spelling}`] };
  return wordsChange(failed, later);
}

/** The heredoc, or the words with blanks; without any, all words. */
function programText({ words }: Command): string {
  const texts = words.filter((word) => word.startsWith('<<') || /\s/.test(word));
  return (texts.length > 0 ? texts : words).join('\n');
}

function wordsChange(failed: FailedAttempt, later: Command): ArgumentChange {
  const about = failed.cause?.line ?? '';
  const plain = comparable(failed.command, about);
  const attempt = { ...failed, command: { ...failed.command, words: plain } };
  const change = argumentChange(attempt, comparable(later, about));
  const isRequoted =
    change.kind === 'none' &&
    failed.command.text !== later.text &&
    failed.command.text.replace(quotes, '') === later.text.replace(quotes, '');
  return isRequoted ? { kind: 'quoting', names: ['quoting'] } : change;
}

const quotes = /['"\\\s]/g;

/** The text of a query, however long, of which only a part that was missing was put in. */
function completedQuery(failed: FailedAttempt, later: Command): WorkChange | undefined {
  const { words, program } = failed.command;
  if (!(queryPrograms.test(program) || isTool(program)) || words.length !== later.words.length)
    return undefined;
  const changed = words.flatMap((word, at) => (word === later.words[at] ? [] : [at]));
  const [at = -1] = changed;
  const [text = '', other = ''] = [words[at], later.words[at]];
  if (changed.length !== 1 || !/\s/.test(text)) return undefined;
  const completed = completion(failed, text, other);
  if (completed !== undefined) return { kind: 'named', names: [`text:+${completed}`] };
  return isTool(program) ? undefined : otherChange;
}

function isTool(program: string): boolean {
  return program.startsWith('mcp__');
}

const queryPrograms =
  /^(?:psql|mysql|mariadb|sqlite3|duckdb|bq|snowsql|clickhouse(?:-client)?|sqlcmd|trino|presto|cqlsh|influx)$/;

/** The words without what makes no difference; joined flags of `curl` are taken apart. */
function comparable({ program, words }: Command, error: string): readonly string[] {
  const plain =
    program === 'curl'
      ? words.flatMap((word) =>
          /^-[a-zA-Z]{2,6}$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word],
        )
      : words;
  return withoutNeutral(plain, error);
}

/** Flags that change only what is printed make no difference, unless the error is about them. */
function withoutNeutral(words: readonly string[], error: string): readonly string[] {
  return words.filter(
    (word, index) =>
      mentions(error, word) || (!neutral.test(word) && !neutralWithValue.has(words[index - 1] ?? '')),
  );
}

const neutral =
  /^(?:-v{1,4}|--(?:verbose|debug|trace|colou?r|no-colou?r|no-progress|show-error|stacktrace|full-trace|info|log-?level|progress|reporter)(?:=.{0,40})?|-s|-S|-sS|-q|--silent|--quiet)$/;
const neutralWithValue: ReadonlySet<string> = new Set(['--log-level', '--loglevel']);

/** The same program under another name: `python3` for `python`, `./gradlew` for `gradle`. */
function isRespelled({ command, cause }: Attempt, later: Command): boolean {
  const isAboutProgram = cause?.family !== 'code' && cause?.family !== 'transient';
  return (
    isAboutProgram && command.spelling !== later.spelling && bare(command.spelling) !== bare(later.spelling)
  );
}

function bare(spelling: string): string {
  return spelling.replace(/\.exe$/i, '');
}

function programChange(failed: FailedAttempt, later: Command): WorkChange {
  return replacesProgram(failed, later)
    ? { kind: 'program', names: [`${failed.command.spelling}>${later.spelling}`] }
    : otherChange;
}

/** A flag before a word hides from the signature whether the word is a subcommand, so all words are compared. */
function flagsChange(failed: FailedAttempt, later: Command): WorkChange | undefined {
  const { command } = failed;
  const [mine, theirs] = [command.signature, later.signature];
  if (!mine.startsWith(theirs) && !theirs.startsWith(mine)) return undefined;
  const [one, other] = withSameSubcommand(command, later);
  // What stands behind an added flag may be its value.
  const given = other.filter(
    (word, at) => one.includes(word) || !isFlag(other[at - 1] ?? '') || one.includes(other[at - 1] ?? ''),
  );
  const [operands, others] = [one, given].map((words) => words.filter((word) => !isFlag(word)).join('\n'));
  if (operands !== others) return undefined;
  const change = argumentChange({ ...failed, command: { ...command, words: one } }, other);
  return change.kind === 'other' ? undefined : change;
}

/** The words of both; a subcommand that one of them has behind a flag, among its words, is left out of both. */
function withSameSubcommand(one: Command, other: Command): readonly [readonly string[], readonly string[]] {
  const missing = one.subcommand.slice(other.subcommand.length);
  const surplus = other.subcommand.slice(one.subcommand.length);
  return [
    [...missing.filter((word) => !other.words.includes(word)), ...without(one.words, surplus)],
    [...surplus.filter((word) => !one.words.includes(word)), ...without(other.words, missing)],
  ];
}

/** Without the first occurrence of each. */
function without(words: readonly string[], left: readonly string[]): readonly string[] {
  return words.filter((word, at) => !left.includes(word) || words.indexOf(word) !== at);
}

/** The name of a subcommand or script that the error rejects was replaced. */
function subcommandChange(failed: FailedAttempt, later: Command): WorkChange | undefined {
  const { command, cause, output } = failed;
  const removed = command.subcommand.filter((word) => !later.subcommand.includes(word));
  const added = later.subcommand.filter((word) => !command.subcommand.includes(word));
  // Without a difference of the subcommands, the mode is another one.
  if (added.length === 0 || added.length > 2 || removed.length > 2) return undefined;
  // A missing module is no unknown subcommand, whatever words its name shares with it.
  if (cause?.family === 'dep' || cause?.family === 'code') return undefined;
  const isAbout = (word: string) => output.includes(word) || (cause?.line.includes(word) ?? false);
  if (removed.length === 0 ? cause?.family !== 'usage' : !removed.some(isAbout)) return undefined;
  if (wordsChange(failed, later).kind === 'other') return undefined;
  const names = [`${removed.join(' ')}>${added.join(' ')}`];
  const isNamed = added.every((word) => errorNames(failed, word));
  if (removed.length === 0) return isNamed ? { kind: 'subcommand', names } : undefined;
  if (!removed.some((word) => errorRejects(failed, word))) return undefined;
  return { kind: isNamed ? 'subcommand' : 'swapped', names };
}
