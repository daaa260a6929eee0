/*
 * What became of a skill after a note was written into it: how many of its loads failed, in equal times before and
 * after. Both end where the skill was changed in another way.
 */

import type { Evidence, Window } from '../../evidence/rules/evidence.js';
import { type Interval, wilsonInterval } from '../../evidence/rules/wilson-interval.js';
import type { NoteLife } from './note-life.js';
import { differenceOf, type LoadCounts, type Verdict, verdictOf } from './verdict.js';

export interface NoteEffect {
  readonly note: NoteLife;
  readonly before: EffectSide;
  readonly after: EffectSide;
  readonly difference: Interval;
  readonly verdict: Verdict;
}

export interface EffectSide extends Window, LoadCounts {
  /** Null without loads. */
  readonly rate: number | null;
  readonly interval: Interval;
}

/** What a note does shows soon; later, other things change too. */
const longestMs = 30 * 86_400_000;

export function noteEffect(evidence: Pick<Evidence, 'loads'>, note: NoteLife, now: number): NoteEffect {
  const { appliedAt } = note;
  const length = windowLength(note, now);
  const before = sideOf(evidence, note, { from: appliedAt - length, to: appliedAt });
  const after = sideOf(evidence, note, { from: appliedAt, to: appliedAt + length });
  return {
    note,
    before,
    after,
    difference: differenceOf(before, after),
    verdict: verdictOf(before, after),
  };
}

function windowLength({ appliedAt, changedBefore = 0, endedAt }: NoteLife, now: number): number {
  return Math.max(
    0,
    Math.min(longestMs, Math.min(endedAt ?? now, now) - appliedAt, appliedAt - changedBefore),
  );
}

function sideOf(evidence: Pick<Evidence, 'loads'>, { ids }: NoteLife, window: Window): EffectSide {
  const found = ids.flatMap((id) => evidence.loads(id, window));
  const loads = found.length;
  const failed = found.filter(({ errors, corrected }) => errors > 0 || corrected).length;
  return {
    ...window,
    loads,
    failed,
    rate: loads === 0 ? null : failed / loads,
    interval: wilsonInterval(failed, loads),
  };
}
