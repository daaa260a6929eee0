/*
 * `coppice history`: every change to the skills, oldest first.
 */

import { type History, history } from '../../library/write/history.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function run(context: Context, input: Input): Report {
  const shown = history(libraryOf(context, input), input.argument('name'));
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
    talk: talk(shown),
  };
}

function talk({ entries, malformed }: History): string {
  const empty = entries.length === 0 ? 'no change is recorded\n' : '';
  return malformed === 0 ? empty : `${empty}${malformed} lines of the ledger could not be read\n`;
}
