/*
 * The days of a trial as they really were. A day counts from the moment at which the skill was as the coin said, until it
 * was changed again; a day on which no run came to switch the note counts for nothing. Neither depends on how the
 * episodes went, so leaving days out favours no side.
 */

import type { Episode } from '../../../evidence/rules/episodes/episode.js';
import { dayMs } from '../../../text/time.js';
import type { Trial } from './trial.js';

export interface Block {
  readonly day: number;
  readonly hasNote: boolean;
  readonly loads: number;
  readonly bad: number;
}

/** When the note was put in or taken out. */
export interface Switch {
  readonly at: number;
  readonly isIn: boolean;
}

/** The days with loads, until now or the end. */
export function blocksOf(
  trial: Trial,
  switches: readonly Switch[],
  episodes: readonly Pick<Episode, 'startedAt' | 'result'>[],
  now: number,
): readonly Block[] {
  const until = Math.min(now, trial.end?.at ?? now);
  return [...trial.days].flatMap((drawn, index) => {
    const day = trial.firstDay + index;
    const hasNote = drawn === '1';
    const span = spanOf(trial, switches, day, hasNote);
    if (span === undefined) return [];
    const inside = episodes.filter(({ startedAt: at }) => at >= span.from && at < Math.min(span.to, until));
    const bad = inside.filter(({ result }) => result === 'failed' || result === 'corrected').length;
    return inside.length === 0 ? [] : [{ day, hasNote, loads: inside.length, bad }];
  });
}

function spanOf({ startedAt }: Trial, switches: readonly Switch[], day: number, hasNote: boolean) {
  const start = Math.max(startedAt, day * dayMs);
  const end = (day + 1) * dayMs;
  // A trial begins with the note in the skill.
  const atStart = switches.findLast(({ at }) => at <= start)?.isIn ?? true;
  const later = switches.filter(({ at }) => at > start && at < end);
  const from = atStart === hasNote ? start : later.find(({ isIn }) => isIn === hasNote)?.at;
  if (from === undefined) return undefined;
  return { from, to: later.find(({ at }) => at > from)?.at ?? end };
}
