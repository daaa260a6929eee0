/*
 * A verdict in words: what was seen, and what is missing where nothing can be said.
 */

import { nameOf } from '../../../library/rules/ledger-entry.js';
import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import type { EndReason, NoteLife } from '../note-life.js';
import type { VersionChange, VersionLife } from '../version-life.js';
import type { Verdict } from './judge.js';
import type { LineEffect, LineVerdict } from './line-effect.js';
import type { ChangeEffect, EffectSide } from './note-effect.js';
import type { PooledEffect } from './pool.js';
import { windowRules } from './windows.js';

export function verdictText(
  { verdict, observed, missing, control }: ChangeEffect,
  /** What is judged: the note of a skill, or a change of its text. */
  what: 'note' | 'change' = 'note',
): string {
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
        : `cannot tell: ${missing.map((one) => missingLabel(one, what)).join(', ')}`;
  }
}

function missingLabel(missing: ChangeEffect['missing'][number], what: 'note' | 'change'): string {
  const { minLoadedDays, minLoads } = windowRules;
  switch (missing) {
    case 'history':
      return `too little use before the ${what} (${minLoadedDays.helped} days, without its last week)`;
    case 'loads':
      return `too little use with the ${what} (${minLoadedDays.helped} days, ${minLoads} loads)`;
    case 'control':
      return 'too few other skills to compare with';
    default:
      return missing satisfies never;
  }
}

/** `on 4 machines of 3 members: helped (41/112 failed before, 9/112 after)`; empty if nobody else has the note. */
export function pooledText(pooled: PooledEffect | undefined): string {
  if (pooled === undefined) return '';
  const { machines, members, verdict, before, after } = pooled;
  const where = `on ${counted(machines, 'machine')} of ${counted(members, 'member')}`;
  const figures = `${before.failed}/${before.loads} failed before, ${after.failed}/${after.loads} after`;
  return `${where}: ${verdictLabels[verdict]} (${figures})`;
}

export const verdictLabels: Readonly<Record<Verdict, string>> = {
  helped: 'helped',
  harmed: 'harmed',
  'no-change': 'no change seen',
  'too-early': 'too early',
  'cannot-tell': 'cannot tell',
};

/** What became of the cause of a line: `stopped (0 of 56 loads, before 14 of 56)`. */
export function lineText({
  verdict,
  before,
  after,
}: Pick<LineEffect, 'verdict' | 'before' | 'after'>): string {
  const figures = `${after.failed} of ${counted(after.loads, 'load')}, before ${before.failed} of ${before.loads}`;
  return `${lineLabels[verdict]} (${figures})`;
}

const lineLabels: Readonly<Record<LineVerdict, string>> = {
  stopped: 'stopped',
  'less-often': 'less often',
  'goes-on': 'goes on',
  'too-early': 'too early to tell',
  'cannot-tell': 'cannot tell: too rare, or used too little',
};

/** Names the lines whose cause goes on, by their numbers; empty if there is none. */
export function goingOnText(lines: readonly Pick<LineEffect, 'verdict'>[]): string {
  const numbers = lines.flatMap(({ verdict }, index) => (verdict === 'goes-on' ? [String(index + 1)] : []));
  const last = numbers.pop();
  if (last === undefined) return '';
  return numbers.length === 0
    ? `what line ${last} is about goes on`
    : `what lines ${numbers.join(', ')} and ${last} are about goes on`;
}

const endLabels: Readonly<Record<EndReason, string>> = {
  harmed: 'removed because it harmed',
  'no-change': 'removed because it changed nothing',
  expired: 'removed because its lines expired',
  removed: 'removed',
  undone: 'undone',
  promoted: 'a line became a step of the skill',
  trial: 'a trial began',
  'skill-changed': 'the skill was changed in another way',
};

/** `undone on 2026-06-15`; empty for a note that lives. */
export function endText({ endedAt, why }: NoteLife): string {
  if (endedAt === undefined || why === undefined) return '';
  return `${endLabels[why]} on ${timeText(endedAt).slice(0, 10)}`;
}

/** How a version came: `1.0.0 to 1.1.0`, or the actions of the ledger. */
export function changeText(change: VersionChange): string {
  return change.kind === 'installed' ? `${change.from} to ${change.to}` : change.actions.join(', ');
}

/** The commands, in their order, that bring back what was there before a version that harmed. */
export function wayBack(verdict: Verdict, { skill, change, endedAt }: VersionLife): readonly string[] {
  if (verdict !== 'harmed' || endedAt !== undefined) return [];
  if (change.kind === 'written') return change.entries.toReversed().map((entry) => `coppice undo ${entry}`);
  return [`coppice add ${nameOf(skill)}@${change.from} (in that project)`];
}

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
