/*
 * `coppice curate status`: what is in which state, and when the next scheduled run is due.
 */

import { curatorStatus } from '../../curator/status.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function runCurateStatus(context: Context, input: Input): Report {
  const status = curatorStatus(libraryPlace(context, input));
  const { states, unmanaged, lastRun, paused, due, nextRunAt } = status;
  const next = due ? 'due now' : `due at ${timeText(nextRunAt)}`;
  const lines = [
    `active ${states.active}, stale ${states.stale}, archived ${states.archived}`,
    `maker not declared: ${unmanaged}`,
    `last run: ${lastRun === null ? 'never' : `${timeText(lastRun.at)} (${lastRun.id})`}`,
    `scheduled runs: ${paused ? 'paused' : next}`,
  ];
  return {
    document: status,
    text: `${lines.join('\n')}\n`,
    talk: unmanaged > 0 ? 'hint: coppice adopt NAME... lets the curator care for skills an agent made\n' : '',
  };
}
