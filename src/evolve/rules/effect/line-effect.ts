/*
 * Whether what a line of a note is about stopped. A line names one cause; the episodes in which that cause occurred are
 * counted on the days before and after the line was written. It says what happened to the cause, not why: a cause may also
 * stop by itself, which only the verdict about the whole note (`judge.ts`) and a trial take into account.
 */

import type { Episode } from '../../../evidence/rules/episodes/episode.js';
import type { Evidence } from '../../../evidence/rules/evidence.js';
import type { LedgerNote } from '../../../library/rules/ledger-entry.js';
import { groupCorrections } from '../note/correction-groups.js';
import type { NoteLife } from '../note-life.js';
import { addDays, countsOf, type DayCount, type Days, rateOf } from './days.js';
import { changeDays, dayOf, type EffectSide, historyMs, sideOf } from './note-effect.js';
import { differenceOf, studentQuantile } from './spread.js';
import { isClosed, isEnough, type NoteDays, rangesFor, sidesIn, spreadRanges } from './windows.js';

export const lineVerdicts = [
  /** It did not occur any more, and before it did so often that this is no chance. */
  'stopped',
  /** It still occurs, clearly less often. */
  'less-often',
  /** It occurs at least half as often as before. */
  'goes-on',
  'too-early',
  /** It was used too little, or the cause is too rare. */
  'cannot-tell',
] as const;
export type LineVerdict = (typeof lineVerdicts)[number];

export interface LineEffect {
  /** The id of the item. */
  readonly id: string;
  /** When the note said it first. */
  readonly since: number;
  readonly verdict: LineVerdict;
  /** The episodes in which the cause occurred are the failed ones. */
  readonly before: EffectSide;
  readonly after: EffectSide;
}

/** In the order of the lines. */
export function lineEffects(
  evidence: Pick<Evidence, 'episodes'>,
  note: NoteLife,
  now: number,
): readonly LineEffect[] {
  if (note.items.length === 0) return [];
  const window = { from: note.appliedAt - historyMs, to: Math.min(note.endedAt ?? now, now) + 1 };
  const episodes = note.ids.flatMap((skill) => evidence.episodes(window, { skill }));
  return note.items.map((item) => {
    const since = note.said.get(item.id) ?? note.appliedAt;
    const days = changeDays({ ...note, appliedAt: since }, now);
    const own = daysWith(episodes, occurrencesOf(item, episodes));
    const ranges = rangesFor('helped', own, days);
    const sides = sidesIn(own, ranges);
    const before = sideOf(ranges.before, sides.before);
    return {
      id: item.id,
      since,
      verdict: judgeLine(own, days),
      before,
      after: sideOf(ranges.after, sides.after),
    };
  });
}

/** The threshold is that of the verdict about a note, because people look as often. */
const clearErrors = 2.6;
/** A cause that occurred on one day only may have been an outage. */
const minDaysSeen = 2;

export function judgeLine(own: Days, note: NoteDays): LineVerdict {
  const ranges = rangesFor('helped', own, note);
  const sides = sidesIn(own, ranges);
  const { before, after } = sides;
  const isFinal = isClosed(own, note);
  if (!isEnough(after, 'helped')) return isFinal ? 'cannot-tell' : 'too-early';
  const { change, error, days } = differenceOf(sides, sidesIn(own, spreadRanges(ranges, note)));
  if (isEnough(before, 'helped') && -change >= studentQuantile(clearErrors, days - 2) * error && change < 0)
    return countsOf(after).bad === 0 ? 'stopped' : 'less-often';
  if (!isFinal) return 'too-early';
  const daysSeen = after.filter(({ bad }) => bad > 0).length;
  // A cause that is new has no baseline without the week that led to the note; that it goes on can be seen all the same.
  return daysSeen >= minDaysSeen && rateOf(after) >= rateOf(before) / 2 ? 'goes-on' : 'cannot-tell';
}

/** The ids of the events with the cause of the line: the cited ones, and those with the same cause. */
function occurrencesOf({ evidence }: LedgerNote, episodes: readonly Episode[]): ReadonlySet<string> {
  const cited = new Set(evidence);
  const failures = episodes.flatMap((episode) => episode.failures);
  const causes = new Set(failures.filter(({ event }) => cited.has(event)).map(({ cause }) => cause.key));
  const heard = episodes.flatMap(({ session, corrections }) =>
    corrections.map((correction) => ({ ...correction, session })),
  );
  // Grouping words is slow, and most lines are about failures.
  const groups = heard.some(({ event }) => cited.has(event)) ? groupCorrections(heard).groups : [];
  const said = groups.filter(({ corrections }) => corrections.some(({ event }) => cited.has(event)));
  return new Set([
    ...evidence,
    ...failures.filter(({ cause }) => causes.has(cause.key)).map(({ event }) => event),
    ...said.flatMap(({ corrections }) => corrections.map(({ event }) => event)),
  ]);
}

function daysWith(episodes: readonly Episode[], occurrences: ReadonlySet<string>): Days {
  return addDays([
    episodes.map(({ startedAt, failures, corrections }): DayCount => {
      const isBad = [...failures, ...corrections].some(({ event }) => occurrences.has(event));
      return { day: dayOf(startedAt), loads: 1, bad: isBad ? 1 : 0 };
    }),
  ]);
}
