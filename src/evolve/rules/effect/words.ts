/*
 * A verdict in words: what was seen, and what is missing where nothing can be said.
 */

import { counted } from '../../../text/plural.js';
import type { EndReason } from '../note-life.js';
import type { EffectSide, NoteEffect } from './note-effect.js';
import { windowRules } from './windows.js';

export function verdictText({ verdict, observed, missing, control }: NoteEffect): string {
  switch (verdict) {
    case 'helped':
      return `helped: fails less often, and ${counted(control?.skills ?? 0, 'other skill')} did not`;
    case 'harmed':
      return 'harmed: fails more often';
    case 'no-change':
      return 'no change seen';
    case 'too-early':
      return 'too early';
    case 'cannot-tell':
      return observed === 'less-often'
        ? 'fails less often since; cannot tell why: too few other skills to compare with'
        : `cannot tell: ${missing.map((one) => missingLabels[one]).join(', ')}`;
  }
}

const missingLabels: Readonly<Record<NoteEffect['missing'][number], string>> = {
  history: `too little use before the note (${windowRules.minLoadedDays.helped} days, without its last week)`,
  loads: `too little use with the note (${windowRules.minLoadedDays.helped} days, ${windowRules.minLoads} loads)`,
  control: 'too few other skills to compare with',
};

export const endLabels: Readonly<Record<EndReason, string>> = {
  harmed: 'removed because it harmed',
  'no-change': 'removed because it changed nothing',
  expired: 'removed because its lines expired',
  removed: 'removed',
  undone: 'undone',
  promoted: 'a line became a step of the skill',
  trial: 'a trial began',
  'skill-changed': 'the skill was changed in another way',
};

export interface FailureLayout {
  /** Whether a bar is drawn before the figures. */
  readonly bars: boolean;
  readonly unicode: boolean;
}

export function failureText(
  { loads, failed, rate }: Pick<EffectSide, 'loads' | 'failed' | 'rate'>,
  { bars, unicode }: FailureLayout,
): string {
  const text = rate === null ? 'no loads' : `${Math.round(rate * 100)}% (${failed}/${loads})`;
  if (!bars) return text;
  const [full, empty] = unicode ? ['█', '░'] : ['#', '.'];
  // At least one step for any failure, and not all steps unless every load failed.
  const shown = Math.max(Math.sign(failed), Math.floor((rate ?? 0) * barLength));
  return `${full.repeat(shown).padEnd(barLength, empty)} ${text}`;
}

const barLength = 10;
