/*
 * `coppice commands`: what can be invoked, and what cannot because of its name.
 */

import { agentNamed } from '../../../agents/index.js';
import { type Context, libraryOf } from '../../../app/context.js';
import { wakeUsed } from '../../../app/tidy/quiet.js';
import { offerToAgent } from '../../../library/read/offer-to-agent.js';
import { offeredPluginSkills, pluginSkills } from '../../../library/read/plugins.js';
import type { Command } from '../../../library/rules/commands.js';
import type { CommandDiagnostic } from '../../../library/rules/diagnostics.js';
import { offeredCommands } from '../../../library/use/bundles.js';
import { invoke } from '../../../library/use/invoke.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runCommands(context: Context, input: Input<'commands'>): Report {
  const library = libraryOf(context);
  const ofPlugins = input.isOn('plugins') ? pluginSkills(library) : offeredPluginSkills(library);
  const { commands: offered, diagnostics } = offeredCommands(library, offerToAgent(library), ofPlugins);
  const commands = offered.map(({ command, id, description }) => ({ command, id, description }));
  return {
    document: { commands, diagnostics },
    text: rowsText(context.terminal, ['COMMAND', 'ID', 'DESCRIPTION'], commands.map(Object.values)),
    notes: commandNotes(commands, diagnostics),
  };
}

function commandNotes(
  commands: readonly Omit<Command, 'runs'>[],
  diagnostics: readonly CommandDiagnostic[],
): string {
  const lines = [
    ...diagnostics.map(
      ({ severity, path, message, fix }) => `${severity}: ${path}: ${message} (fix: ${fix})`,
    ),
    commands.length === 0 ? 'There are no commands yet.' : 'hint: coppice invoke COMMAND [INSTRUCTION]',
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/*
 * `coppice invoke`: the message that an agent gets for what the user typed.
 */

export async function runInvoke(context: Context, input: Input<'invoke'>): Promise<Report> {
  const library = libraryOf(context);
  const { config, configPath } = library;
  if (input.isOn('allow-blocked') && input.text('by') === 'agent')
    throw new CoppiceError('usage', 'only a person may use --allow-blocked', {
      hint: 'leave out --by agent',
    });
  const invoked = await invoke(
    { library, config, configPath },
    {
      typed: input.argumentList('command').join(' '),
      session: input.text('session'),
      runtimeNote: input.text('runtime-note'),
      allowBlocked: input.isOn('allow-blocked'),
    },
  );
  const { message } = invoked;
  const woken = input.text('by') === 'agent' ? [] : await wokenNames(context, invoked.ids);
  // A pipe gets the exact message, since it is meant for an agent.
  const isTerminal = context.terminal.stdout.isTerminal;
  return {
    document: invoked,
    text: isTerminal ? printable(message, { multiline: true }) : message,
    isContent: true,
    notes: woken.map((line) => `${printable(line)}\n`).join(''),
  };
}

/** What a person uses is not quiet any more. Settings that cannot be written do not stop the invocation. */
async function wokenNames(context: Context, ids: readonly string[]): Promise<readonly string[]> {
  try {
    const { changes } = await wakeUsed(context, ids);
    const lines = changes.map(({ skill, agent }) => `awake again: ${skill} for ${agentNamed(agent).title}`);
    return [...new Set(lines)];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [`warning: it stays quiet: ${error.message}`];
  }
}
