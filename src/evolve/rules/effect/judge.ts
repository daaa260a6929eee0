/*
 * Whether a note helped or harmed, from the days of its skill and of the others. A verdict needs a difference that matters
 * and that chance, bursts, a trend and what happened to other skills do not explain. The thresholds are set by simulation
 * (bench/effect-simulation.ts), in which the verdict is read every day: they are those of a test that is repeated some
 * twenty times, and as the windows close after 14 to 28 days, there are no more looks than that.
 */

import { type Control, controlOf, gainOf, gainWithoutBurst, sharedChange, trendChange } from './checks.js';
import { type Days, daysIn } from './days.js';
import { type Difference, differenceOf, studentQuantile } from './spread.js';
import {
  type Direction,
  isClosed,
  isEnough,
  type NoteDays,
  rangesFor,
  type SideRanges,
  type Sides,
  sidesIn,
  spreadRanges,
  trendRange,
} from './windows.js';

export const verdicts = ['helped', 'no-change', 'harmed', 'too-early', 'cannot-tell'] as const;
export type Verdict = (typeof verdicts)[number];

/** What a verdict lacks. */
export type Missing =
  /** Days with loads before the note: they cannot come later. */
  | 'history'
  /** Days with loads after the note. */
  | 'loads'
  /** Other skills that were used on the same days. */
  | 'control';

export interface Judgement {
  readonly verdict: Verdict;
  /** What was seen, also where the verdict cannot say why. */
  readonly observed: 'less-often' | 'more-often' | null;
  readonly missing: readonly Missing[];
  /** The days that were compared, and what they show. */
  readonly ranges: SideRanges;
  readonly sides: Sides;
  readonly difference: Difference;
  /** The other skills that it was compared with; undefined if that was not needed or there were too few. */
  readonly control: Control | undefined;
  /** Whether the window after the note is over, so that the verdict is the last one. */
  readonly isFinal: boolean;
}

export interface JudgedNote extends NoteDays {
  readonly own: Days;
  /** Those of the skills to compare it with; called only where it is needed. */
  readonly others: () => readonly Days[];
}

/** How strong each kind of difference must be, in standard errors and as a share of the episodes. */
export const thresholds = {
  helped: { z: 2.6, beyondErrors: 2, burstErrors: 0, trend: { gain: 0.15, errors: 1.5 }, peerErrors: 1.5 },
  /** An outage after a note reaches all that share it at once, so what is left of the difference without it must be clear. */
  harmed: {
    z: 2.6,
    beyondErrors: 1.7,
    burstErrors: 1.5,
    trend: { gain: 0.15, errors: 1.5 },
    peerErrors: 2.4,
  },
  /** The smallest difference that matters. It must be exceeded by `beyondErrors`: little drift is certain with many loads. */
  minGain: 0.1,
  controlErrors: 2.6,
} as const;

export function judge(note: JudgedNote): Judgement {
  const harmed = weigh('harmed', note);
  if (harmed.outcome === 'confirmed')
    return { ...harmed.basis, verdict: 'harmed', observed: 'more-often', missing: [] };
  const { basis, outcome } = weigh('helped', note);
  if (outcome === 'confirmed') return { ...basis, verdict: 'helped', observed: 'less-often', missing: [] };
  if (outcome === 'no-control')
    return { ...basis, verdict: 'cannot-tell', observed: 'less-often', missing: ['control'] };
  const { sides, isFinal } = basis;
  if (!isEnough(sides.before, 'helped'))
    return { ...basis, verdict: 'cannot-tell', observed: null, missing: ['history'] };
  if (!isFinal) return { ...basis, verdict: 'too-early', observed: null, missing: ['loads'] };
  if (!isEnough(sides.after, 'helped'))
    return { ...basis, verdict: 'cannot-tell', observed: null, missing: ['loads'] };
  return { ...basis, verdict: 'no-change', observed: null, missing: [] };
}

type Basis = Omit<Judgement, 'verdict' | 'observed' | 'missing'>;

interface Weighed {
  readonly basis: Basis;
  readonly outcome: 'confirmed' | 'no-control' | 'not-confirmed';
}

function weigh(direction: Direction, note: JudgedNote): Weighed {
  const { own } = note;
  const ranges = rangesFor(direction, own, note);
  const sides = sidesIn(own, ranges);
  const difference = differenceOf(sides, sidesIn(own, spreadRanges(ranges, note)));
  const basis = { ranges, sides, difference, control: undefined, isFinal: isClosed(own, note) };
  const refuted = { basis, outcome: 'not-confirmed' } as const;
  if (!isEnough(sides.before, direction) || !isEnough(sides.after, direction)) return refuted;
  if (!isLarge(direction, difference) || !survives(direction, note, basis)) return refuted;
  const { change, error } = difference;
  const { minGain, controlErrors } = thresholds;
  const others = note.others();
  const unshared = gainOf(direction, change - sharedChange(sides, ranges, others));
  if (unshared < Math.max(minGain, thresholds[direction].peerErrors * error)) return refuted;
  const control = controlOf(ranges, others);
  // Without others to compare with, a note that helped looks like an outage that ended. A harmless note that goes is no great loss.
  if (control === undefined) return { basis, outcome: direction === 'helped' ? 'no-control' : 'confirmed' };
  const gain = gainOf(direction, change - control.change);
  const isConfirmed = gain >= Math.max(minGain, controlErrors * error);
  return { basis: { ...basis, control }, outcome: isConfirmed ? 'confirmed' : 'not-confirmed' };
}

function isLarge(direction: Direction, { change, error, days }: Difference): boolean {
  const gain = gainOf(direction, change);
  const { z, beyondErrors } = thresholds[direction];
  return gain >= thresholds.minGain + beyondErrors * error && gain >= studentQuantile(z, days - 2) * error;
}

function survives(direction: Direction, note: JudgedNote, { sides, difference }: Basis): boolean {
  const { change, error, widening } = difference;
  const { burstErrors, trend } = thresholds[direction];
  if (gainWithoutBurst(direction, sides) < Math.max(thresholds.minGain, burstErrors * error)) return false;
  const expected = trendChange(daysIn(note.own, trendRange(note)), sides, widening);
  if (gainOf(direction, expected) <= 0) return true;
  return gainOf(direction, change - expected) >= Math.max(trend.gain, trend.errors * error);
}
