/*
 * The effect of a note: how many episodes of its skill went badly, in equal periods before and after. Both periods end where
 * the skill was changed in another way. A note that harmed is proposed for undo, unless another has replaced it; its items
 * are left out of later notes, and so are items that changed nothing over enough loads.
 */

import type { Episode } from '../../evidence/rules/episodes/episode.js';
import type { Window } from '../../evidence/rules/evidence.js';
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

/** The effect of a note shows soon; later, other things change too. */
const maxWindowMs = 30 * dayMs;

/** Of episodes, only the time and the result count. */
export interface EffectEvidence {
  episodes(
    window: Window,
    options: { readonly skill: string },
  ): readonly Pick<Episode, 'startedAt' | 'result'>[];
}

export function noteEffect(evidence: EffectEvidence, note: NoteLife, now: number): NoteEffect {
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

function sideOf(evidence: EffectEvidence, { ids }: NoteLife, window: Window): EffectSide {
  const found = ids.flatMap((skill) => evidence.episodes(window, { skill }));
  const loads = found.length;
  const failed = found.filter(({ result }) => result === 'failed' || result === 'corrected').length;
  return {
    ...window,
    loads,
    failed,
    rate: loads === 0 ? null : failed / loads,
    interval: wilsonInterval(failed, loads),
  };
}

/**
 * Whether a note helped. There is a verdict only if the 95 % confidence intervals before and after do not overlap. That is
 * stricter than a test of the difference at 95 %, because people check every day, and each check is another chance of a
 * false result. (Without any effect, thirty daily checks find one in about 4 % of the cases; with Newcombe's interval in
 * about 25 %.)
 */
export type Verdict = 'helped' | 'no-change' | 'harmed' | 'too-early';

interface LoadCounts {
  /** Episodes. */
  readonly loads: number;
  /** Episodes that failed, or in which the user corrected the agent. */
  readonly failed: number;
}

/** With fewer loads before or after, there is no verdict. */
const minLoads = 10;

export function verdictOf(before: LoadCounts, after: LoadCounts): Verdict {
  if (before.loads < minLoads || after.loads < minLoads) return 'too-early';
  const { low, high } = differenceOf(before, after);
  if (high < 0) return 'helped';
  return low > 0 ? 'harmed' : 'no-change';
}

/** The change of the failure rate: the range that both intervals allow. */
export function differenceOf(before: LoadCounts, after: LoadCounts): Interval {
  const earlier = wilsonInterval(before.failed, before.loads);
  const later = wilsonInterval(after.failed, after.loads);
  return { low: later.low - earlier.high, high: later.high - earlier.low };
}

/** The entries to undo, in order; empty if there is nothing to propose. */
export function entriesToUndo({ note, verdict }: NoteEffect): readonly string[] {
  return verdict === 'harmed' && note.isLatest ? note.entries.toReversed() : [];
}

type ExclusionReason = 'harmed' | 'no-change';

/** The number of loads after which a note without effect is excluded. */
const enoughLoads = 30;

/** The items that later notes leave out, by skill. Takes the effects of all notes, oldest first; the last verdict decides. */
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

/** The ids of expired items that are still in the skill; empty if the note was replaced. */
export function expiredItems({ items, isLatest }: NoteLife, now: number): readonly string[] {
  return isLatest ? items.filter(({ expiresAt }) => expiresAt <= now).map(({ id }) => id) : [];
}

export const verdictLabels: Readonly<Record<Verdict, string>> = {
  helped: 'helped: the skill fails less often',
  'no-change': 'no change beyond chance',
  harmed: 'harmed: the skill fails more often',
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
  // At least one step for any failure, and not all steps unless every load failed.
  const shown = Math.max(Math.sign(failed), Math.floor((rate ?? 0) * barLength));
  return `${full.repeat(shown).padEnd(barLength, empty)} ${text}`;
}

const barLength = 10;
