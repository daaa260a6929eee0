/*
 * Effects as a person reads them: how often a skill failed, and the verdict in words.
 */

import type { EffectSide } from './effect.js';
import { leastLoads, type Verdict } from './verdict.js';

export const verdictWords: Readonly<Record<Verdict, string>> = {
  helped: 'helped: it fails less often',
  'no-change': 'no change beyond chance',
  harmed: 'harmed: it fails more often',
  'too-early': `too early: needs ${leastLoads} loads before and after`,
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
