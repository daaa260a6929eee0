/*
 * `coppice history`: every change to the skills, oldest first.
 */

import { type History, history } from '../../library/write/history.js';
import { printable } from '../../text/printable.js';
import { inChosenRoots } from '../chosen-roots.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function runHistory(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const name = input.argument('name');
  const isMeant = inChosenRoots(input, library);
  const { entries, malformed } = history(library, name);
  const shown = { entries: entries.filter(({ skill }) => isMeant(skill)), malformed };
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
    talk: talk(shown, name),
  };
}

function talk({ entries, malformed }: History, name: string | undefined): string {
  const whose = name === undefined ? '' : ` of ${printable(name)}`;
  const empty = entries.length === 0 ? `no change${whose} is recorded\n` : '';
  return malformed === 0 ? empty : `${empty}${malformed} lines of the ledger could not be read\n`;
}
