/*
 * The outcome of each command of a shell call. The exit code of the call is about few of them: what is piped away, ignored
 * or in the background is judged by the shape of the output, or not at all.
 */

import { isAnswer, isLookForFile, isWatched } from './answers.js';
import type { Command, Outcome } from './attempt.js';
import { mainIn, namedIn, type Speakers, speakersIn } from './blame.js';
import {
  changesState,
  endsWithCall,
  isContentCommand,
  isFetch,
  isFilter,
  isLocalReader,
  isSearch,
  isTestRun,
  showsEnd,
} from './command-kinds.js';
import type { ParsedCall, ParsedCommand } from './commands-in.js';
import { isErrorLike } from './error-like.js';
import { errorLineOf } from './error-line.js';
import { familyOf } from './family.js';
import { type EchoedStatus, hasSuccessShape, statesFailure } from './output-shape.js';
import { depthOf, interpreters, scriptRunners } from './signature-tables.js';

export interface ShellResult {
  /** What was printed, without its envelope. */
  readonly text: string;
  readonly exitCode: number | undefined;
  /** Whether the call failed, by its exit code or what the transcript says. */
  readonly hasFailed: boolean;
  /** Whether what a server answered is an error. */
  readonly hasErrorBody: boolean;
  /** The exit code that the call printed itself. */
  readonly echoed: EchoedStatus | undefined;
}

/** One outcome for each command, in order. */
export function shellOutcomes({ commands }: ParsedCall, result: ShellResult): readonly Outcome[] {
  const isPlain = commands.every(({ hiddenBy }) => hiddenBy === undefined);
  if (!result.hasFailed && isPlain) {
    const admitted = admittedBy(commands, result);
    return commands.map((parsed, at) =>
      at === admitted?.at ? admitted.outcome : reportedOutcome(parsed, at, admitted, result),
    );
  }
  const output = outputOf(commands, result);
  const reporting = reportingIn(commands, result.exitCode, output);
  const failing = result.hasFailed ? blamed(commands, reporting, result.exitCode, output) : undefined;
  return commands.map((parsed, at) => {
    if (at === result.echoed?.at) return outcomeOfStatus(parsed, result.echoed.status);
    if (failing?.at === at) return failing.outcome;
    if (parsed.hiddenBy === undefined) return reportedOutcome(parsed, at, failing, result);
    return hiddenOutcome(parsed, at, output, failing !== undefined);
  });
}

/** The command that says that it failed, although it ended well. */
function admittedBy(commands: readonly ParsedCommand[], { text }: ShellResult): Failing | undefined {
  const at = mainIn(commands.map(({ command }) => command));
  const main = commands[at];
  if (main === undefined || isContent(main) || !isOwnProgram(main.command)) return undefined;
  return statesFailure(text) ? { at, outcome: 'failed' } : undefined;
}

/** A script or a task of the project; other programs report a failure by their exit code. */
function isOwnProgram({ program, spelling, subcommand, isVerify }: Command): boolean {
  if (isVerify) return false;
  if (scriptRunners.has(program)) return subcommand[0] === 'run' || subcommand[0] === 'start';
  return (
    interpreters.has(program) ||
    spelling.includes('/') ||
    depthOf(program) === undefined ||
    /^(?:make|gmake|just|task|rake)$/.test(program)
  );
}

/** The commands that a failure of the call may be about. */
function reportingIn(
  commands: readonly ParsedCommand[],
  exitCode: number | undefined,
  { named }: Output,
): readonly number[] {
  const plain = commands.flatMap(({ hiddenBy }, at) => (hiddenBy === undefined ? [at] : []));
  const last = commands[plain.at(-1) ?? -1];
  // Without an exit code, the words of the output were judged, and those are of the command before the filter.
  if (exitCode !== undefined || last === undefined) return plain;
  if (last.join === '||' || (last.join === '|' && isFilter(last.command.program))) return [];
  return named >= 0 && commands[named]?.hiddenBy === 'sequence' ? [named] : plain;
}

/** What the output shows, computed once for all commands. */
interface Output {
  readonly text: string;
  readonly hasErrorBody: boolean;
  readonly isError: boolean;
  readonly isCut: boolean;
  readonly speakers: Speakers;
  /** The position of the command that the output names; -1 if it names none. */
  readonly named: number;
  /** The position of the piped command that the output is judged for; -1 if none is. */
  readonly piped: number;
  readonly consumers: readonly (Command | undefined)[];
}

function outputOf(
  commands: readonly ParsedCommand[],
  { text, hasErrorBody, hasFailed, exitCode }: ShellResult,
): Output {
  const speakers = speakersIn(text);
  const piped = commands.flatMap((parsed, at) =>
    parsed.hiddenBy === 'pipe' && !isContent(parsed) ? [{ at, command: parsed.command }] : [],
  );
  const namedPiped = namedIn(
    speakers,
    piped.map(({ command }) => command),
  );
  return {
    text,
    hasErrorBody,
    isError: isErrorLike(text),
    isCut: text.endsWith('…'),
    speakers,
    named: namedAmong(commands, speakers, hasFailed && exitCode !== undefined),
    piped: (namedPiped >= 0 ? piped[namedPiped] : piped.at(-1))?.at ?? -1,
    consumers: commands.map((_, at) => commands[at + 1]?.command),
  };
}

/** Of several commands of the program that speaks, the last one; if that one worked, the last one before it. */
function namedAmong(commands: readonly ParsedCommand[], speakers: Speakers, mayBeLast: boolean): number {
  const all = commands.map(({ command }) => command);
  const last = namedIn(speakers, all);
  if (mayBeLast || commands[last]?.hiddenBy !== undefined) return last;
  const before = namedIn(speakers, all.slice(0, Math.max(0, last)));
  return before >= 0 && all[before]?.program === all[last]?.program ? before : last;
}

interface Failing {
  readonly at: number;
  readonly outcome: Outcome;
}

/** Which of the commands that the exit code may be about has failed. */
function blamed(
  commands: readonly ParsedCommand[],
  reporting: readonly number[],
  exitCode: number | undefined,
  { text, isError, speakers }: Output,
): Failing | undefined {
  const candidates = reporting.flatMap((at) => commands[at]?.command ?? []);
  const last = candidates.at(-1);
  if (last === undefined) return undefined;
  const position = (index: number) => reporting[index] ?? -1;
  const named = namedIn(speakers, candidates);
  const isNone = exitCode === 1 || (exitCode === 123 && last.program === 'xargs');
  const isNoMatch = isSearch(last) && (isNone || (exitCode === undefined && !isError));
  const isAlone = candidates.slice(0, -1).every(isLocalReader);
  // `test -f x && make`: the question was answered with no, and nothing else ran.
  const asked = candidates.findIndex((command, at) => at < candidates.length - 1 && isSearch(command));
  if (exitCode === 1 && asked >= 0 && text.trim() === '') return { at: position(asked), outcome: 'expected' };
  const isLook = exitCode !== undefined && isLookForFile(candidates, text);
  if (isNoMatch && (named < 0 || named === candidates.length - 1) && (isAlone || !isError)) {
    const isFailed = hasOwnError(last, text) && !isLook;
    return { at: position(candidates.length - 1), outcome: isFailed ? 'failed' : 'expected' };
  }
  // `head` reads only the first lines, which ends the command before it.
  const isCutOff = exitCode === 141 && last.program === 'head';
  const isWatch = !isError && isWatched(last, { exitCode, text });
  if (isLook || isWatch || isCutOff || (isAlone && isAnswer(last, { exitCode, text })))
    return { at: position(candidates.length - 1), outcome: 'expected' };
  const at = named >= 0 ? named : mainIn(candidates);
  const command = candidates[at];
  // Without an exit code, the words of content are no error; its own error message is one.
  const isJudged =
    exitCode === undefined && command !== undefined && !command.isVerify && !changesState(command, []);
  const isContent = isJudged && named < 0 && !isErrorLike(firstLine(text));
  return { at: position(at), outcome: isContent ? 'content' : 'failed' };
}

/** `grep: x: No such file or directory` is an error, although the exit code may be that of a search without a match. */
function hasOwnError({ program, spelling }: Command, text: string): boolean {
  const first = firstLine(text);
  return first.startsWith(`${program}: `) || first.startsWith(`${spelling}: `);
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.slice(0, 500) ?? '';
}

/** The outcome of a command that the exit code may be about, if it is not the one that failed. */
function reportedOutcome(
  parsed: ParsedCommand,
  at: number,
  failing: Failing | undefined,
  { hasErrorBody }: ShellResult,
): Outcome {
  if (failing !== undefined) return at < failing.at ? quietOutcome(parsed) : 'unknown';
  if (parsed.mayNotRun) return 'masked';
  if (isFetch(parsed.command.program) && hasErrorBody) return 'failed';
  return quietOutcome(parsed);
}

function quietOutcome(parsed: ParsedCommand): Outcome {
  return isContent(parsed) ? 'content' : 'ok';
}

/** What writes its output to a file shows none. */
function isContent({ command, writesTo }: ParsedCommand): boolean {
  return writesTo.length === 0 && isContentCommand(command);
}

function hiddenOutcome(parsed: ParsedCommand, at: number, output: Output, hasFailed: boolean): Outcome {
  const { command, hiddenBy } = parsed;
  if (hiddenBy === 'background' || hiddenBy === 'compound' || hiddenBy === 'substitution') return 'unknown';
  if (isContent(parsed)) return 'content';
  // `set` and `export` do not fail.
  if (endsWithCall(command) && output.named !== at) return 'ok';
  if (hiddenBy === 'pipe') return pipedOutcome(command, at, output);
  // `; echo done` hides the exit code by accident, where `|| true` does on purpose.
  if (hiddenBy === 'printed' && output.isError) return isRedTest(command, output.text) ? 'masked' : 'failed';
  if (hiddenBy === 'printed') return hasFailed || output.text.trim() === '' ? 'masked' : 'ok';
  if (hiddenBy !== 'sequence') return 'masked';
  if (output.isError) return output.named === at ? 'failed' : 'masked';
  return hasFailed ? 'masked' : 'ok';
}

/** What comes out of the filter shows whether the command before it worked. */
function pipedOutcome(command: Command, at: number, output: Output): Outcome {
  const consumer = output.consumers[at];
  const { text } = output;
  if (consumer === undefined || !isFilter(consumer.program) || output.piped !== at) return 'masked';
  if (output.isError) return isRedTest(command, text) ? 'masked' : 'failed';
  if (isFetch(command.program) && output.hasErrorBody) return 'failed';
  // A program that fails says so at the end.
  const isShown = showsEnd(consumer) || isFetch(command.program);
  const isEndShown = isShown && !output.isCut && text.trim() !== '';
  return isEndShown || hasSuccessShape(text) ? 'ok' : 'masked';
}

/** A red test: without its exit code, it is not evidence of a failure. */
function isRedTest(command: Command, text: string): boolean {
  return (
    command.isVerify &&
    isTestRun(command) &&
    familyOf({ line: errorLineOf(text), text, exitCode: undefined, isVerify: true }) === 'code'
  );
}

function outcomeOfStatus(parsed: ParsedCommand, status: number): Outcome {
  if (status === 0) return quietOutcome(parsed);
  return status === 1 && isSearch(parsed.command) ? 'expected' : 'failed';
}
