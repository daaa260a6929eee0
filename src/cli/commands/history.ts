/*
 * `coppice history`: every change to the skills, oldest first.
 */

import { history } from '../../library/history.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function run(context: Context, input: Input): Report {
  const shown = history(libraryOf(context, input), input.argument('name'));
  if (!input.isOn('json')) {
    const { stderr } = context.terminal;
    if (shown.entries.length === 0) stderr.write('no change is recorded\n');
    if (shown.malformed > 0) stderr.write(`${shown.malformed} lines of the ledger could not be read\n`);
  }
  const rows = shown.entries.map(({ id, at, actor, action, state, skill }) => [
    id,
    timeText(at),
    actor,
    action,
    state,
    skill,
  ]);
  return {
    document: shown,
    text: rowsText(context.terminal, ['ENTRY', 'WHEN', 'WHO', 'WHAT', 'STATE', 'SKILL'], rows),
  };
}
