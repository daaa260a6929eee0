/*
 * Decides whether a fix may be shown to later agents. What worked once may be a bypass, may discard data, or may have been
 * suggested by hostile output, so a fix passes an allow-list, a list of what is never shown, the guard rule and the origin
 * rule. One held command holds the whole fix, and so does a hostile one beside it: it may be what really helped.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import type { Fix, HoldReason } from '../failure.js';
import { heldEdit, isAllowedStep } from './allowed-steps.js';
import { deniedReason } from './denied.js';
import { isDictated } from './dictated.js';
import { bypassesGuard } from './guard.js';
import { foreignNames, isDistribution, isNamedIn } from './origin.js';
import { hasScannerFinding } from './scanner.js';

export interface GateContext {
  readonly failed: Attempt;
  /** What ran between the failure and the attempt that worked. */
  readonly between: readonly Attempt[];
  /** What the calls before the fix printed. */
  readonly outputs: readonly string[];
  /** The names of the files that the session downloaded. */
  readonly fetched: ReadonlySet<string>;
  /** The files that the agent wrote in the session. */
  readonly written: readonly string[];
  readonly userWords: readonly string[];
  readonly skillText: string | undefined;
  readonly folder: string | undefined;
}

/** Undefined if the fix may be shown. */
export function holdReasonOf(
  fix: Pick<Fix, 'kind' | 'commands'>,
  context: GateContext,
): HoldReason | undefined {
  const { kind, commands } = fix;
  if (commands.length === 0) return 'not-on-the-list';
  if (kind === 'configuration') return editReason(commands, context);
  return (
    firstOf(commands, (command) => deniedReason(command, context)) ??
    hostileCommand(
      context.between.filter(({ command }) => !clearsLeftover(command, context.failed.command)),
      context,
    )?.reason ??
    (bypassesGuard(fix, context.failed) ? 'bypasses-a-guard' : undefined) ??
    firstOf(commands, (command) => dictatedReason(command, kind, context)) ??
    firstOf(commands, (command) => originReason(command, kind, context)) ??
    (kind === 'steps'
      ? firstOf(stepsOf(commands, context), (command) => listReason(command, context))
      : undefined) ??
    (hasScannerFinding(commands.map(({ text }) => text)) ? 'scanner-finding' : undefined)
  );
}

function firstOf(
  commands: readonly Command[],
  reasonOf: (command: Command) => HoldReason | undefined,
): HoldReason | undefined {
  for (const command of commands) {
    const reason = reasonOf(command);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function editReason(
  commands: readonly Command[],
  { failed, folder, between }: GateContext,
): HoldReason | undefined {
  // What was written by a command is known, and is then not shown as a mere edit.
  if (between.some(({ command: { writes } }) => commands.some(({ words }) => words[0] === writes)))
    return 'not-on-the-list';
  if (bypassesGuard({ kind: 'configuration', commands }, failed)) return 'bypasses-a-guard';
  return firstOf(commands, ({ words }) => heldEdit(words[0] ?? '', folder));
}

/** The container that a failed `docker run --name x` leaves behind is removed before the next try. */
export function clearsLeftover({ program, subcommand, words }: Command, failed: Command): boolean {
  const named = failed.words.find((_, at) => failed.words[at - 1] === '--name');
  return (
    /^(?:docker|podman|nerdctl)$/.test(program) &&
    failed.program === program &&
    /^(?:rm|container rm)$/.test(subcommand.join(' ')) &&
    words.filter((word) => !word.startsWith('-')).join(' ') === named
  );
}

export interface HostileCommand {
  readonly command: Command;
  readonly reason: HoldReason;
}

/** A hostile command among those that ran. Plain deletions are noise there, and a read is hostile if it reads secrets. */
export function hostileCommand(
  ran: readonly Attempt[],
  files: Pick<GateContext, 'fetched' | 'folder'>,
): HostileCommand | undefined {
  for (const { outcome, command } of ran) {
    if (command.program === 'rm' || !/^(?:ok|masked|unknown|content)$/.test(outcome)) continue;
    const reason = deniedReason(command, files);
    const isRead = outcome === 'content' && !setsOption(command);
    if (reason !== undefined && (!isRead || reason === 'touches-secrets')) return { command, reason };
  }
  return undefined;
}

/** `git config name value` sets what `git config name` reads. */
function setsOption({ subcommand, words }: Command): boolean {
  return subcommand.includes('config') && words.filter((word) => !word.startsWith('-')).length > 1;
}

function dictatedReason(command: Command, kind: Fix['kind'], context: GateContext): HoldReason | undefined {
  const isOther = kind === 'steps' || kind === 'program';
  const failed = isOther ? undefined : context.failed.command;
  return isDictated(command, failed, context.outputs) ? 'names-something-from-output' : undefined;
}

function originReason(command: Command, kind: Fix['kind'], context: GateContext): HoldReason | undefined {
  const { program, subcommand, text: failedText } = context.failed.command;
  // `git lfs` is the program `git-lfs`.
  const plugin = `${program}-${subcommand[0] ?? ''}`;
  const known = [failedText, plugin, context.skillText ?? '', ...context.userWords];
  const names = foreignNames(command, kind === 'steps' ? undefined : context.failed.command);
  const unknown = names.filter((name) => !known.some((text) => isNamedIn(text, name)));
  if (unknown.length === 0) return undefined;
  if (unknown.some((name) => context.outputs.some((text) => isNamedIn(text, name))))
    return 'names-something-from-output';
  // Outputs may be cut, so a name from nowhere is held as well, except for the packages of a distribution.
  return isDistribution(command) ? undefined : 'not-on-the-list';
}

/** Without the failed command itself, which may stand behind the steps with other arguments. */
function stepsOf(commands: readonly Command[], { failed }: GateContext): readonly Command[] {
  const last = commands.at(-1);
  const isOwn = commands.length > 1 && last?.signature === failed.command.signature;
  return isOwn ? commands.slice(0, -1) : commands;
}

function listReason(command: Command, { failed, written }: GateContext): HoldReason | undefined {
  return isAllowedStep(command, failed.command, written) ? undefined : 'not-on-the-list';
}
