/*
 * `coppice invoke`: the message that an agent gets for what a person typed.
 */

import { invoke } from '../../library/use/invoke.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runInvoke(context: Context, input: Input): Promise<Report> {
  const library = libraryOf(context, input);
  const { config, configPath } = library;
  const invoked = await invoke(
    { library, config, configPath },
    {
      typed: input.argumentList('command').join(' '),
      session: input.text('session'),
      runtimeNote: input.text('runtime-note'),
    },
  );
  const { message } = invoked;
  // In a pipe the very message, since it is meant for an agent.
  const isTerminal = context.terminal.stdout.isTerminal;
  return { document: invoked, text: isTerminal ? printable(message, { multiline: true }) : message };
}
