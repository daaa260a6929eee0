/*
 * `coppice completion`: the script for one shell.
 */

import type { Context } from '../../../app/context.js';
import { CoppiceError } from '../../../text/errors.js';
import { completionScript } from '../../rules/completion.js';
import { shells } from '../../rules/defaults.js';
import type { Input } from '../../rules/input.js';
import type { Report, Verb } from '../../rules/verb.js';

export function runCompletion(_context: Context, input: Input, verbs: readonly Verb[]): Report {
  const shell = shells.find((known) => known === input.argument('shell'));
  if (!shell) throw new CoppiceError('internal', 'the shell was not checked against its choices');
  const script = completionScript(shell, verbs);
  return { document: { shell, script }, text: script };
}
