/*
 * What a note could save: the sessions in which a skill failed although the fix is known, the corrections that users had
 * to repeat, and the sessions that failed without a known fix. Candidates are ordered by it, and a run says it in one
 * sentence per skill.
 */

import { counted, times } from '../../text/plural.js';
import type { NoteItem } from './note/items.js';

export interface Savings {
  /** Sessions that failed although the fix is known. */
  readonly fixable: number;
  readonly corrections: number;
  /** Sessions that failed without a known fix, and often enough for a line. */
  readonly unsolved: number;
}

export const noSavings: Savings = { fixable: 0, corrections: 0, unsolved: 0 };

export function savingsOf(items: readonly NoteItem[]): Savings {
  const sum = (kind: NoteItem['kind'], of: (item: NoteItem) => number) =>
    items.filter((item) => item.kind === kind).reduce((total, item) => total + of(item), 0);
  return {
    fixable: sum('fix', ({ sessions }) => sessions),
    corrections: sum('correction', ({ count }) => count),
    unsolved: sum('failure', ({ sessions }) => sessions),
  };
}

/** Whether a note has anything to say. */
export function savesAnything({ fixable, corrections, unsolved }: Savings): boolean {
  return fixable + corrections + unsolved > 0;
}

/** The greatest savings first: known fixes, then corrections, then failures. */
export function compareSavings(one: Savings, other: Savings): number {
  return other.fixable - one.fixable || other.corrections - one.corrections || other.unsolved - one.unsolved;
}

/** `3 sessions failed although the fix is known; users corrected it 2 times`. */
export function savingsText({ fixable, corrections, unsolved }: Savings): string {
  const parts = [
    ...(fixable > 0 ? [`${counted(fixable, 'session')} failed although the fix is known`] : []),
    ...(corrections > 0 ? [`users corrected it ${times(corrections)}`] : []),
    ...(unsolved > 0 ? [`${counted(unsolved, 'session')} failed without a known fix`] : []),
  ];
  return parts.length === 0 ? 'a note could save nothing' : parts.join('; ');
}
