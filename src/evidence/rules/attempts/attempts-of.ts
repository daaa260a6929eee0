/*
 * The attempts of a tool call with their outcomes: one for each simple command of a shell call, one for the call of any
 * other tool. Previews may be cut anywhere; what cannot be known is `unknown`.
 */

import type { Attempt, Command, Outcome } from './attempt.js';
import { mainIn } from './blame.js';
import { causeOf } from './cause.js';
import { changesState, endsWithCall, isLocalReader } from './command-kinds.js';
import { commandsIn, type ParsedCommand } from './commands-in.js';
import { type Printed, unwrap } from './envelope.js';
import { isErrorLike } from './error-like.js';
import { hasErrorBody, statusEchoed } from './output-shape.js';
import { shellOutcomes } from './shell-outcomes.js';
import { runsOn, stopOf, timeoutLine } from './stops.js';
import { commandIn, fieldOf, isShell, textAt } from './tool-arguments.js';
import { fileCommand, toolChangesState, toolCommand, toolKind } from './tool-commands.js';
import { tornJson } from './torn-json.js';

/** What is stored about a tool call: previews of its arguments and result, and what the transcript says about its end. */
export interface CallFacts {
  /** The id of the event. */
  readonly event: string;
  readonly at: number;
  readonly tool: string;
  /** JSON of the arguments, or the text of the call; it may be cut with `…`. */
  readonly args: string;
  /** It may be cut with `…`, and may have an envelope. */
  readonly result: string;
  /** What the transcript says, or what was judged when it was read; undefined if the call has not returned. */
  readonly isError: boolean | undefined;
  readonly ended?: 'refused' | 'interrupted';
  readonly exitCode?: number;
  /** The working folder of the session, if it is known. */
  readonly folder?: string;
}

export function attemptsOf(call: CallFacts): readonly Attempt[] {
  const args = tornJson(call.args) ?? call.args;
  const printed = unwrap(call.result);
  const exitCode = call.exitCode ?? printed.exitCode;
  const result = { ...printed, ...(exitCode !== undefined && { exitCode }) };
  return isShell(call.tool) ? shellAttempts(call, args, result) : [toolAttempt(call, args, result)];
}

function shellAttempts(call: CallFacts, args: unknown, printed: Printed): readonly Attempt[] {
  const folder = ['workdir', 'cwd', 'directory', 'dir_path', 'working_directory']
    .map((key) => textAt(args, key))
    .find((found) => found !== undefined);
  const start = folder ?? call.folder;
  const parsed = commandsIn(commandIn(args), start === undefined ? {} : { folder: start });
  const { commands } = parsed;
  const hasFailed = failedBy(call, printed);
  const stop = call.ended ?? stopOf(printed.text, printed.exitCode, hasFailed, 'shell');
  const echoed = statusEchoed(commands, printed.text);
  const isUnknown = hasFailed === undefined || runsOn(call.result) || (isBackground(args) && !hasFailed);
  const main = mainIn(commands.map(({ command }) => command));
  const outcomes: readonly Outcome[] =
    stop !== undefined
      ? commands.map((_, at) => (at === main ? stop : 'unknown'))
      : isUnknown
        ? commands.map(() => 'unknown')
        : shellOutcomes(parsed, {
            text: printed.text,
            exitCode: printed.exitCode,
            hasFailed,
            echoed,
            hasErrorBody: printed.error !== undefined || hasErrorBody(printed.text),
          });
  return commands.map((each, index) => {
    const exitCode =
      echoed?.at === index ? echoed.status : each.hiddenBy === undefined ? printed.exitCode : undefined;
    const { text, error } = printed;
    const shown = {
      text,
      ...(error !== undefined && { error }),
      ...(exitCode !== undefined && { exitCode }),
    };
    return attempt(
      call,
      index,
      each.command,
      outcomes[index] ?? 'unknown',
      shown,
      changes(commands, index, each),
    );
  });
}

function toolAttempt(call: CallFacts, args: unknown, printed: Printed): Attempt {
  const { tool } = call;
  const kind = toolKind(tool);
  const isFileTool = kind === 'reader' || kind === 'writer';
  const command = isFileTool ? fileCommand(tool, args) : toolCommand(tool, args);
  const hasFailed = failedBy(call, printed);
  const stop = call.ended ?? stopOf(printed.text, printed.exitCode, hasFailed);
  // A page that could not be fetched says nothing about the work.
  const isPage = kind === 'content' && /^web[_-]?(?:fetch|search)$/i.test(tool) && stop === undefined;
  const outcome = toolOutcome(kind, stop, isPage ? false : hasFailed, {
    ...printed,
    isMarked: call.isError === true,
  });
  return attempt(call, 0, command, outcome, printed, toolChangesState(tool));
}

function toolOutcome(
  kind: ReturnType<typeof toolKind>,
  stop: Outcome | undefined,
  hasFailed: boolean | undefined,
  printed: Printed & { readonly isMarked: boolean },
): Outcome {
  if (stop === 'refused' || stop === 'interrupted') return stop;
  if (hasFailed === undefined) return 'unknown';
  if (kind === 'content') return hasFailed && isOwnError(printed) ? (stop ?? 'failed') : 'content';
  if (!hasFailed) return kind === 'reader' ? 'content' : 'ok';
  return kind === 'other' ? (stop ?? 'failed') : 'harness';
}

/** Whether a tool that returns content says itself that it failed; its content may be about any error. */
function isOwnError({
  text,
  stated,
  error,
  exitCode,
  isMarked,
}: Printed & { readonly isMarked: boolean }): boolean {
  if (stated === true || error !== undefined || (exitCode !== undefined && exitCode !== 0)) return true;
  return isMarked && ownError.test(text.trimStart().slice(0, 100));
}

const ownError =
  /^\W{0,4}(?:(?:mcp |tool |http |fetch |request |network |api )?error\b|failed to |request failed|unable to |could not |cannot |timed? ?out|[45]\d\d\b|status(?: code)? [45]\d\d|E[A-Z]{4,12}\b)/i;

/** Undefined if the call has not returned, or shows nothing. */
function failedBy({ isError }: CallFacts, { exitCode, stated, text }: Printed): boolean | undefined {
  if (exitCode !== undefined) return exitCode !== 0;
  if (isError !== undefined) return isError;
  if (stated !== undefined) return stated;
  return text.trim() === '' ? undefined : isErrorLike(text);
}

function isBackground(args: unknown): boolean {
  return ['run_in_background', 'background', 'is_background'].some((key) => fieldOf(args, key) === true);
}

/** What is set for the shell only matters to the commands behind it in the same call. */
function changes(
  commands: readonly ParsedCommand[],
  at: number,
  { command, writesTo }: ParsedCommand,
): boolean {
  if (!endsWithCall(command)) return changesState(command, writesTo);
  return (
    !/^(?:cd|pushd|popd|set)$/.test(command.program) &&
    commands.slice(at + 1).some((later) => !isLocalReader(later.command))
  );
}

function attempt(
  { event, at, tool }: CallFacts,
  index: number,
  command: Command,
  outcome: Outcome,
  printed: Printed,
  changesState: boolean,
): Attempt {
  const timeout = outcome === 'failed' ? timeoutLine(printed.text) : undefined;
  const cause =
    outcome === 'failed'
      ? causeOf(command, timeout === undefined ? printed : { ...printed, text: timeout })
      : undefined;
  const output = printed.text.slice(0, maxOutput);
  return { event, at, index, tool, command, outcome, cause, output, changesState };
}

const maxOutput = 4_000;
