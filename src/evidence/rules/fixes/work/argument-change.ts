/*
 * Classifies how the arguments of a failed command changed in a later one. Narrow on purpose: another file, test, host or
 * query is other work, and so is a run that does less.
 */

import type { Attempt } from '../../attempts/attempt.js';
import {
  argumentName,
  argumentValue,
  errorRejects,
  type FailedAttempt,
  isFlag,
  mentions,
} from './operands.js';
import {
  type ArgumentChange,
  argumentChanges,
  isCodeFlag,
  noChange,
  otherWork,
  valueChange,
} from './value-change.js';
import { comparableWords, type Hunk, wordDifference } from './word-difference.js';

/** An error about a bound that a number sets; on a full disk, a smaller number only does less. */
const bounds =
  /memory|too (?:large|big|many|long|small)|limit|exceed|exhaust|out of range|at (?:most|least)/i;
const maxAdded = 8;
const maxRemoved = 6;

export function argumentChange(failed: FailedAttempt, later: readonly string[]): ArgumentChange {
  const hunks = wordDifference(failed.command.words, later);
  if (hunks === undefined) return otherWork;
  if (hunks.length === 0) return noChange;
  if (isReordered(failed.command.words, later)) return noChange;
  if (isMovedOperand(failed.command, later)) return { kind: 'flag', names: ['order'] };
  if (isRequoted(hunks)) return { kind: 'quoting', names: ['quoting'] };
  const added = hunks.flatMap((hunk) => hunk.added);
  if (added.length > maxAdded || hunks.flatMap((hunk) => hunk.removed).length > maxRemoved) return otherWork;
  const isAboutBound = bounds.test(failed.cause?.line ?? '');
  if (added.some((word) => doesLess(word) && !(isAboutBound && /limit|max|memory/i.test(word))))
    return otherWork;
  if (hunks.some((hunk) => lowersDemand(failed, hunk))) return otherWork;
  if (failed.command.isVerify && !isAllowedForVerify(failed, hunks)) return otherWork;
  const changes = hunks.map((hunk) => hunkChange(failed, hunk));
  const kinds = changes.map(({ kind }) => kind);
  if (kinds.filter((kind) => kind === 'swapped').length > 1) return otherWork;
  const kind = argumentChanges.findLast((candidate) => kinds.includes(candidate)) ?? 'none';
  return { kind, names: changes.flatMap(({ names }) => names) };
}

/** Flags that moved, alone or with their values; moved operands are other work (`mv a b`). */
function isReordered(earlier: readonly string[], later: readonly string[]): boolean {
  return (
    earlier.length === later.length &&
    earlier.some(isFlag) &&
    earlier.toSorted().join('\n') === later.toSorted().join('\n') &&
    [withoutFlags, withoutPairs].some((rest) => rest(earlier).join('\n') === rest(later).join('\n'))
  );
}

/** The same words in another order, for a program whose flags apply to what follows them. */
function isMovedOperand({ words, program }: Attempt['command'], later: readonly string[]): boolean {
  return (
    words.length === later.length &&
    words.length >= 3 &&
    words.some(isFlag) &&
    withoutFlags(words).toSorted().join('\n') === withoutFlags(later).toSorted().join('\n') &&
    words.toSorted().join('\n') === later.toSorted().join('\n') &&
    !/^(?:mv|cp|ln|scp|rsync|diff|comm|git|compare|merge)$/.test(program)
  );
}

function withoutFlags(words: readonly string[]): readonly string[] {
  return words.filter((word) => !isFlag(word));
}

function withoutPairs(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => !isFlag(word) && !isFlag(words[index - 1] ?? ''));
}

function isRequoted(hunks: readonly Hunk[]): boolean {
  return hunks.every(
    ({ removed, added }) => removed.length > 0 && added.length > 0 && unquoted(removed) === unquoted(added),
  );
}

function unquoted(words: readonly string[]): string {
  return words.join('').replace(/['"\\\s]/g, '');
}

/** Success by leaving out a part of the work is no fix; flags that switch off a check are judged by the gate. */
function doesLess(word: string): boolean {
  return lessFlags.test(word) && !guardWords.test(word);
}

/** Without `-Werror` or `--strict` the defect is still there. A flag that the program does not know is no demand. */
function lowersDemand({ cause, output }: Attempt, { removed, added }: Hunk): boolean {
  const isUnknown = (word: string) =>
    cause?.family === 'usage' && mentions(`${cause.line}\n${output.slice(0, maxOutput)}`, word);
  const kept = new Set(added);
  return (
    removed.some((word) => demands.test(word) && !kept.has(word) && !isUnknown(word)) ||
    (cause?.family === 'code' && added.some((word) => lenient.test(word)))
  );
}

const demands =
  /^(?:-W(?:all|error|extra|pedantic)?(?:=|$)|-Werror|-?-pedantic|--?strict(?:[=-]|$)|--?warnings?-?as-?errors|--?warn-?as-?error|--fail-(?:on|under)|--?fail-?fast|--max-warnings|--error-on|-DWarnings|-Xlint|-race$|--coverage$)/i;
const lenient =
  /^(?:-w$|-Wno-|-fpermissive|--no-strict|--lenient|--loose|--permissive|--no-type-?check|--skipLibCheck|--transpile-only)/i;

const lessFlags =
  /^--?(?:skip|exclude|ignore|omit|only(?:=|$)|only-(?:changed|failed|tests?)|no-?tests?|no-run|no-fail|exit-zero|soft-fail|allow-fail|continue-on-error|keep-going|collect-only|passwithnotests|max-warnings|target|[\w.]{0,40}threshold[\w.]{0,40}|(?:max|limit|head|first|top|sample|max-(?:rows|items|results|jobs|records|files|count))(?:=|$))|^-D(?:maven\.test\.skip|skip)/i;
const guardWords = /verif|ssl|tls|cert|auth|sandbox|hook|host|sign|valid|secur|perm|polic|protect|check/i;

/** A test that is run on less is no success, so only errors about the call itself allow other arguments. */
function isAllowedForVerify({ cause, command, output }: Attempt, hunks: readonly Hunk[]): boolean {
  if (hunks.every(({ removed, added }) => removed.length === 0 && added.every(isAboutLoad))) return true;
  const isSuggested = hunks.every(
    ({ removed, added }) =>
      removed.length === 0 &&
      added.every((word) => /^--[a-z]{3}/.test(word) && mentions(output, nameOf(word))),
  );
  if (isSuggested) return !hunks.some((hunk) => narrows(hunk, cause?.line ?? '', command.program));
  const isAboutCall = ['dep', 'usage', 'config', 'version', 'path', 'notfound', 'transient'].includes(
    cause?.family ?? '',
  );
  return isAboutCall && !hunks.some((hunk) => narrows(hunk, cause?.line ?? '', command.program));
}

function narrows({ removed, added, before }: Hunk, line: string, program: string): boolean {
  // A flag that the error rejects was spelled wrong.
  const isRenamed = removed.some((word) => isFlag(word) && mentions(line, argumentName(word) ?? word));
  if (isRenamed && removed.length === added.length) return false;
  return added.some((word, index) => {
    if (narrowingFlags.test(word)) return true;
    if (/^--project(?:=|$)/.test(word) && /^(?:playwright|vitest|jest)$/.test(program)) return true;
    if (isFlag(word) || word === '--' || argumentValue(word) !== undefined) return false;
    // A value of an added flag, or a replacement, is no filter.
    return removed.length === 0 && !isFlag(added[index - 1] ?? (index === 0 ? before : ''));
  });
}

/** All tests run, only fewer at a time, for longer or with more memory. */
function isAboutLoad(word: string): boolean {
  return /^(?:--|--(?:test-threads|max-?workers|workers|jobs|concurrency|num-workers|forks|timeout|test-?timeout|memory-limit|max-old-space-size|max-heap-size)(?:=-?\d{1,7}\w{0,2})?|--(?:runInBand|no-(?:file-)?parallel\w{0,10}|serial)|-[jpn]\d{0,3}|\d{1,7}\w{0,2})$/.test(
    word,
  );
}

const narrowingFlags =
  /^(?:-k|-t|-u|-x|-i|--(?:grep|testnamepattern|skip\w*|exclude\w*|ignore\w*|quiet|silent|rule|passwithnotests|max-warnings|update\w*|only\w*|filter\w*|deselect|lf|last-failed|bail|maxfail|shard|changed\w*|onlychanged))(?:[=-]|$)/i;

function hunkChange(failed: FailedAttempt, hunk: Hunk): ArgumentChange {
  const { removed, added } = hunk;
  if (removed.length === 0) return { kind: 'added', names: flagNames(added, '+') };
  if (added.length === 0) return removal(failed, removed);
  if (removed.length === added.length && removed.every((word, at) => isExtended(word, added[at] ?? '')))
    return { kind: 'added', names: added.map((word, at) => `+${word.slice(removed[at]?.length)}`) };
  const [first = '', second = ''] = [removed[0], added[0]];
  if (isFlag(first) && isFlag(second) && argumentValue(first) === undefined)
    return flagChange(failed, removed, added);
  if (removed.length === added.length) return pairChange(failed, hunk);
  if (unquoted(removed) === unquoted(added)) return { kind: 'quoting', names: ['quoting'] };
  return flagChange(failed, removed, added);
}

/** A list in a flag that got one more part: `-M:dev` and `-M:dev:repl`, `-Pdev` and `-Pdev,ci`. */
function isExtended(word: string, other: string): boolean {
  return (
    isFlag(word) && word.length > 2 && other.startsWith(word) && /^[:,+]\w/.test(other.slice(word.length))
  );
}

function removal(failed: FailedAttempt, removed: readonly string[]): ArgumentChange {
  if (isFlagGroup(removed)) return flagChange(failed, removed, []);
  const isRejected = failed.cause?.family === 'usage' || failed.cause?.family === 'invalid';
  const isNamed = removed.every((word) => mentions(failed.cause?.line ?? '', word));
  return isRejected && isNamed ? { kind: 'flag', names: flagNames(removed, '-') } : otherWork;
}

/** Flags, each with at most one value. */
function isFlagGroup(words: readonly string[]): boolean {
  return words.every(
    (word, index) =>
      isFlag(word) || argumentValue(word) !== undefined || (index > 0 && isFlag(words[index - 1] ?? '')),
  );
}

/** Without a flag the work may be another one, so the error must be about the call or name the flag. */
function flagChange(
  failed: FailedAttempt,
  removed: readonly string[],
  added: readonly string[],
): ArgumentChange {
  const isAboutCall = flagFamilies.has(failed.cause?.family ?? 'other');
  const output = failed.output.slice(0, maxOutput);
  const isNamed = removed.some((word) => {
    if (!isFlag(word)) return errorRejects(failed, word);
    const name = nameOf(word);
    return mentions(output, name) || (name.length > minName && mentions(output, name.replace(/^-+/, '')));
  });
  if (!isFlagGroup(removed) || !(isAboutCall || isNamed)) return otherWork;
  return { kind: 'flag', names: [...flagNames(removed, '-'), ...flagNames(added, '+')] };
}

const flagFamilies: ReadonlySet<string> = new Set(['usage', 'invalid', 'config', 'version']);
const maxOutput = 4_000;
/** A shorter name without its dashes may be any word. */
const minName = 7;

function nameOf(flag: string): string {
  return argumentName(flag) ?? flag;
}

/** As many words as before: each is compared with the one it replaces. */
function pairChange(failed: FailedAttempt, { removed, added, before }: Hunk): ArgumentChange {
  const changes = removed.map((word, index) =>
    wordChange(failed, word, added[index] ?? '', index === 0 ? before : (removed[index - 1] ?? '')),
  );
  const kind = argumentChanges.findLast((candidate) => changes.some((change) => change.kind === candidate));
  const isDoubtful = changes.filter((change) => change.kind === 'swapped').length > 1;
  return isDoubtful ? otherWork : { kind: kind ?? 'none', names: changes.flatMap(({ names }) => names) };
}

function wordChange(failed: FailedAttempt, word: string, other: string, before: string): ArgumentChange {
  if (word === other) return noChange;
  const name = argumentName(word);
  const isNamedValue = argumentValue(word) !== undefined && argumentValue(other) !== undefined;
  if (isOtherLetter(failed, word, other)) return { kind: 'flag', names: [`-${word}`, `+${other}`] };
  if (isFlag(word) && isFlag(other) && name !== argumentName(other))
    return flagChange(failed, [word], [other]);
  if (isNamedValue && name !== argumentName(other))
    return argumentValue(word) === argumentValue(other)
      ? { kind: 'flag', names: [...flagNames([word], '-'), ...flagNames([other], '+')] }
      : otherWork;
  if (isFlag(word) !== isFlag(other)) {
    const isUsage = failed.cause?.family === 'usage' || failed.cause?.family === 'invalid';
    return isUsage
      ? { kind: 'flag', names: [...flagNames([word], '-'), ...flagNames([other], '+')] }
      : otherWork;
  }
  if (isCodeFlag(before)) return valueChange(failed, word, other, before);
  const flag = isNamedValue ? (name ?? '') : isFlag(before) ? before : '';
  return valueChange(failed, argumentValue(word) ?? word, argumentValue(other) ?? other, flag);
}

/** Joined flags of which one letter is another one: `tar xzf` and `tar xJf`. */
function isOtherLetter({ command, cause }: FailedAttempt, word: string, other: string): boolean {
  const isJoined = command.program === 'tar' ? /^-?[a-zA-Z]{2,6}$/ : /^-[a-zA-Z]{2,6}$/;
  if (!isJoined.test(word) || !isJoined.test(other) || word.length !== other.length) return false;
  const differing = [...word].filter((letter, at) => letter !== other[at]);
  return differing.length === 1 && cause?.family !== 'code' && cause?.family !== 'transient';
}

/** The names of the flags; operands are counted, not named. */
function flagNames(words: readonly string[], sign: '+' | '-'): readonly string[] {
  return comparableWords(words)
    .map((word, index) => argumentName(word) ?? (isFlag(words[index - 1] ?? '') ? '' : 'operand'))
    .filter((name) => name !== '')
    .map((name) => `${sign}${name}`);
}
