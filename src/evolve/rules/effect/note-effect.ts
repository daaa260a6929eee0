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

/** A change of a skill that can be judged: its note, or its text. */
export type DatedChange = Pick<NoteLife, 'ids' | 'appliedAt' | 'changedBefore' | 'endedAt'>;

export interface NoteEffect extends ChangeEffect {
  readonly note: NoteLife;
}

export interface ChangeEffect
  extends Pick<Judgement, 'verdict' | 'observed' | 'missing' | 'control' | 'isFinal'> {
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
  const effects = changeEffects(evidence, notes, now);
  return notes.flatMap((note, index) => (effects[index] === undefined ? [] : { note, ...effects[index] }));
}

/** In the order of the changes. */
export function changeEffects(
  evidence: EffectEvidence,
  changes: readonly DatedChange[],
  now: number,
): readonly ChangeEffect[] {
  if (changes.length === 0) return [];
  const oldest = Math.min(...changes.map(({ appliedAt }) => appliedAt));
  const table = new DayTable(evidence.outcomes({ from: oldest - historyMs, to: now + 1 }));
  return changes.map((change) => {
    const others = () => table.others(change.ids);
    return effectOf(judge({ ...changeDays(change, now), own: table.own(change.ids), others }));
  });
}

/** How far before a note its skill's days are read. */
export const historyMs = (windowRules.triggerDays + windowRules.maxDays + 2) * dayMs;

export function changeDays({ appliedAt, changedBefore, endedAt }: DatedChange, now: number): NoteDays {
  return {
    written: dayOf(appliedAt),
    earliest: changedBefore === undefined ? 0 : dayOf(changedBefore) + 1,
    latest: endedAt === undefined || endedAt > now ? dayOf(now) : dayOf(endedAt) - 1,
  };
}

export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

function effectOf(judgement: Judgement): ChangeEffect {
  const { verdict, observed, missing, control, isFinal, ranges, sides, difference } = judgement;
  return {
    ...{ verdict, observed, missing, control, isFinal },
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

/** How long a note that ended is still shown, and a version that came. */
export const shownAfterMs = 90 * dayMs;

export function isShown({ endedAt, isPresent }: NoteLife, now: number): boolean {
  return isPresent || endedAt === undefined || now - endedAt < shownAfterMs;
}
