/*
 * A trial in words. What its days show is not said before its end, because whoever sees it may stop when it suits them.
 */

import { dayMs, utcDay } from '../../../text/time.js';
import { type TrialResult, verdictOf } from './permutation.js';
import type { Trial } from './trial.js';

export function trialText({ end, ...trial }: Trial, result: TrialResult): string {
  if (end === undefined) return `running until ${lastDay(trial)}`;
  const chance = `chance alone: p = ${result.p.toFixed(3)}`;
  switch (end.why) {
    case 'stopped':
      return 'stopped without a verdict';
    case 'skill-changed':
      return 'ended without a verdict: the skill was changed';
    case 'early':
    case 'finished': {
      const verdict = verdictOf(result, end.why === 'early' ? trial.rule.earlyAlpha : trial.rule.alpha);
      if (verdict === 'cannot-tell') return 'cannot tell: too few days with loads';
      return `${verdict === 'no-change' ? 'no change seen' : end.verdict}; ${chance}`;
    }
    default:
      return end.why satisfies never;
  }
}

export function lastDay({ firstDay, days }: Pick<Trial, 'firstDay' | 'days'>): string {
  return utcDay((firstDay + days.length - 1) * dayMs);
}
