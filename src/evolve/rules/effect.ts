/*
 * What became of a skill after a note was written into it: how many of its loads failed, in equal times before and
 * after. Both end where the skill was changed in another way.
 */

import type { Evidence, Window } from '../../evidence/rules/evidence.js';
import { type Interval, wilsonInterval } from '../../evidence/rules/wilson-interval.js';
import { dayMs } from '../../text/time.js';
import type { NoteLife } from './note-life.js';

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
const maxWindowMs = 30 * dayMs;

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
    Math.min(maxWindowMs, Math.min(endedAt ?? now, now) - appliedAt, appliedAt - changedBefore),
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

/*
 * Whether a note helped, from how many loads of its skill failed before and after. Something is said only when the
 * two ranges that hold the true rates with 95 % certainty have nothing in common. That is stricter than a test of the
 * difference at 95 %, and has to be: people look again every day, and each look is another chance to be fooled.
 * (Without any effect, thirty daily looks find one in about 4 % of the cases; by Newcombe's interval in about 25 %.)
 */

export type Verdict = 'helped' | 'no-change' | 'harmed' | 'too-early';

interface LoadCounts {
  readonly loads: number;
  /** Those with at least one error, or after which the user corrected what was done. */
  readonly failed: number;
}

/** With fewer loads before or after, nothing is said. */
const minLoads = 10;

export function verdictOf(before: LoadCounts, after: LoadCounts): Verdict {
  if (before.loads < minLoads || after.loads < minLoads) return 'too-early';
  const { low, high } = differenceOf(before, after);
  if (high < 0) return 'helped';
  return low > 0 ? 'harmed' : 'no-change';
}

/** By how much the rate of failed loads changed: the range of what both intervals allow. */
export function differenceOf(before: LoadCounts, after: LoadCounts): Interval {
  const old = wilsonInterval(before.failed, before.loads);
  const fresh = wilsonInterval(after.failed, after.loads);
  return { low: fresh.low - old.high, high: fresh.high - old.low };
}

/*
 * What follows from the effects of notes. A note that harmed is proposed for undo, unless another has replaced it. What
 * it said is left out of later notes, and so is what changed nothing over enough loads; of several notes that said the
 * same, the last that something is known of decides. An item whose time is over expires, whatever its effect was.
 */

/** The entries to undo, in the order in which they can be; none when there is nothing to propose. */
export function entriesToUndo({ note, verdict }: NoteEffect): readonly string[] {
  return verdict === 'harmed' && note.isLatest ? note.entries.toReversed() : [];
}

type ExclusionReason = 'harmed' | 'no-change';

/** After so many loads, a note that changed nothing has had its chance. */
const enoughLoads = 30;

/** What later notes should not say: by skill, the ids of the items. Of the effects of all notes, oldest first. */
export function excludedItems(
  effects: readonly NoteEffect[],
): ReadonlyMap<string, ReadonlyMap<string, ExclusionReason>> {
  const skills = new Map<string, Map<string, ExclusionReason>>();
  for (const { note, verdict, after } of effects) {
    const items = skills.get(note.skill) ?? new Map<string, ExclusionReason>();
    skills.set(note.skill, items);
    const isSpent = verdict === 'no-change' && after.loads >= enoughLoads;
    for (const id of note.said) {
      if (verdict === 'helped') items.delete(id);
      if (verdict === 'harmed' || isSpent) items.set(id, verdict);
    }
  }
  return skills;
}

/** The ids of those items whose time is over and which the skill still says; none of a note that was replaced. */
export function expiredItems({ items, isLatest }: NoteLife, now: number): readonly string[] {
  return isLatest ? items.filter(({ expiresAt }) => expiresAt <= now).map(({ id }) => id) : [];
}

/*
 * Effects as a person reads them: how often a skill failed, and the verdict in words.
 */

export const verdictLabels: Readonly<Record<Verdict, string>> = {
  helped: 'helped: it fails less often',
  'no-change': 'no change beyond chance',
  harmed: 'harmed: it fails more often',
  'too-early': `too early: needs ${minLoads} loads before and after`,
};

export interface FailureLayout {
  /** Whether a bar is drawn before the figures. */
  readonly bars: boolean;
  readonly unicode: boolean;
}

export function failureText({ loads, failed, rate }: EffectSide, { bars, unicode }: FailureLayout): string {
  const text = rate === null ? 'no loads' : `${Math.round(rate * 100)}% (${failed}/${loads})`;
  if (!bars) return text;
  const [full, empty] = unicode ? ['█', '░'] : ['#', '.'];
  // What failed at all is seen, and so is what did not always fail.
  const shown = Math.max(Math.sign(failed), Math.floor((rate ?? 0) * barLength));
  return `${full.repeat(shown).padEnd(barLength, empty)} ${text}`;
}

const barLength = 10;
