/*
 * `coppice completion`: the script for one shell.
 */

import type { Context } from '../../../app/context.js';
import { completionScript } from '../../rules/completion.js';
import type { Report, Verb } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runCompletion(_context: Context, input: Input<'completion'>, verbs: readonly Verb[]): Report {
  const shell = input.argument('shell');
  const script = completionScript(shell, verbs);
  return { document: { shell, script }, text: script };
}
