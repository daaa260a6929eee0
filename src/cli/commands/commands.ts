/*
 * `coppice commands`: what can be invoked, and what cannot because its name is in the way.
 */

import { readCatalog } from '../../library/read/catalog.js';
import type { Command } from '../../library/rules/commands.js';
import type { CommandDiagnostic } from '../../library/rules/diagnostics.js';
import { readCommands } from '../../library/use/bundles.js';
import { pluginCommands, pluginSkills } from '../../library/use/plugins.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import type { Report } from '../verb.js';

export function runCommands(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const { commands: own, diagnostics } = readCommands(library, readCatalog(library));
  const plugins = input.isOn('plugins') ? pluginCommands(pluginSkills(library)) : [];
  const commands = [...own, ...plugins].map(({ command, id, description }) => ({ command, id, description }));
  return {
    document: { commands, diagnostics },
    text: rowsText(context.terminal, ['COMMAND', 'ID', 'DESCRIPTION'], commands.map(Object.values)),
    talk: talk(commands, diagnostics),
  };
}

function talk(commands: readonly Omit<Command, 'runs'>[], diagnostics: readonly CommandDiagnostic[]): string {
  const lines = [
    ...diagnostics.map(
      ({ severity, path, message, fix }) => `${severity}: ${path}: ${message} (fix: ${fix})`,
    ),
    commands.length === 0 ? 'There are no commands yet.' : 'hint: coppice invoke COMMAND [INSTRUCTION]',
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
