/*
 * The effect of notes: how many episodes of their skills went badly before and after. Reads the days of all skills once,
 * because each note is compared with what happened to the other skills on the same days.
 */

import type { Evidence, Window } from '../../../evidence/rules/evidence.js';
import { type Interval, wilsonInterval } from '../../../evidence/rules/wilson-interval.js';
import { dayMs } from '../../../text/time.js';
import type { NoteLife } from '../note-life.js';
import { DayTable } from './day-table.js';
import { countsOf, type DayRange, type Days } from './days.js';
import { type Judgement, judge, thresholds } from './judge.js';
import { studentQuantile } from './spread.js';
import { type NoteDays, windowRules } from './windows.js';

export interface NoteEffect
  extends Pick<Judgement, 'verdict' | 'observed' | 'missing' | 'control' | 'isFinal'> {
  readonly note: NoteLife;
  readonly before: EffectSide;
  readonly after: EffectSide;
  /** The change of the rate, as far as the days allow to say, for somebody who looks every day. */
  readonly difference: Interval;
}

export interface EffectSide extends Window {
  /** Episodes. */
  readonly loads: number;
  /** Episodes that failed, or in which the user corrected the agent. */
  readonly failed: number;
  /** Null without loads. */
  readonly rate: number | null;
  readonly interval: Interval;
}

export type EffectEvidence = Pick<Evidence, 'outcomes'>;

/** In the order of the notes. */
export function noteEffects(
  evidence: EffectEvidence,
  notes: readonly NoteLife[],
  now: number,
): readonly NoteEffect[] {
  if (notes.length === 0) return [];
  const oldest = Math.min(...notes.map(({ appliedAt }) => appliedAt));
  const table = new DayTable(evidence.outcomes({ from: oldest - historyMs, to: now + 1 }));
  return notes.map((note) => {
    const others = () => table.others(note.ids);
    return effectOf(note, judge({ ...noteDays(note, now), own: table.own(note.ids), others }));
  });
}

/** How far before a note its skill's days are read. */
export const historyMs = (windowRules.triggerDays + windowRules.maxDays + 2) * dayMs;

export function noteDays({ appliedAt, changedBefore, endedAt }: NoteLife, now: number): NoteDays {
  return {
    written: dayOf(appliedAt),
    earliest: changedBefore === undefined ? 0 : dayOf(changedBefore) + 1,
    latest: endedAt === undefined || endedAt > now ? dayOf(now) : dayOf(endedAt) - 1,
  };
}

export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

function effectOf(note: NoteLife, judgement: Judgement): NoteEffect {
  const { verdict, observed, missing, control, isFinal, ranges, sides, difference } = judgement;
  return {
    ...{ note, verdict, observed, missing, control, isFinal },
    before: sideOf(ranges.before, sides.before),
    after: sideOf(ranges.after, sides.after),
    difference: intervalOf(difference),
  };
}

export function sideOf({ first, last }: DayRange, days: Days): EffectSide {
  const { loads, bad } = countsOf(days);
  return {
    from: first * dayMs,
    to: Math.max(first, last + 1) * dayMs,
    loads,
    failed: bad,
    rate: loads === 0 ? null : bad / loads,
    interval: wilsonInterval(bad, loads),
  };
}

const fewestDays = 4;

/** What is possible for somebody who looks every day. */
export function intervalOf({ change, error, days }: Judgement['difference']): Interval {
  if (days < fewestDays) return { low: -1, high: 1 };
  const reach = studentQuantile(thresholds.helped.z, days - 2) * error;
  return { low: Math.max(-1, change - reach), high: Math.min(1, change + reach) };
}

/** Whether a note that is over its window cannot have helped in a way that matters. */
export function isUseless({
  verdict,
  isFinal,
  difference,
}: Pick<NoteEffect, 'verdict' | 'isFinal' | 'difference'>): boolean {
  return verdict === 'no-change' && isFinal && difference.low > -thresholds.minGain;
}

/** The entries to undo, in order; empty if there is nothing to propose. */
export function entriesToUndo({ note, verdict }: NoteEffect): readonly string[] {
  return verdict === 'harmed' && note.isPresent ? note.entries.toReversed() : [];
}

/** The ids of expired items that are still in the skill. */
export function expiredItems({ items, isPresent }: NoteLife, now: number): readonly string[] {
  return isPresent ? items.filter(({ expiresAt }) => expiresAt <= now).map(({ id }) => id) : [];
}

/** How long a note that ended is still shown. */
const shownAfterEndMs = 90 * dayMs;

export function isShown({ endedAt, isPresent }: NoteLife, now: number): boolean {
  return isPresent || endedAt === undefined || now - endedAt < shownAfterEndMs;
}
