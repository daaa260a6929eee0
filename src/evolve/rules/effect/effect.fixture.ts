/*
 * Notes and days for the tests of effects: a note at a fixed time, and days that are written down as text.
 */

import type { DayOutcome } from '../../../evidence/rules/evidence.js';
import { dayMs } from '../../../text/time.js';
import type { NoteLife } from '../note-life.js';
import type { Days } from './days.js';
import type { EffectEvidence } from './note-effect.js';

export const appliedAt = Date.UTC(2026, 5, 15, 12);
/** The day of the note. */
export const written = Math.floor(appliedAt / dayMs);

export function noteOf(changes: Partial<NoteLife> = {}): NoteLife {
  return {
    skill: 'home:pdf',
    ids: ['home:pdf'],
    entries: ['e1'],
    appliedAt,
    items: [],
    said: new Map(),
    changedBefore: undefined,
    endedAt: undefined,
    why: undefined,
    trial: undefined,
    isPresent: true,
    isKept: false,
    ...changes,
  };
}

/** From `first` on, one day for each number: so many of the loads of that day went badly; `-` is a day without loads. */
export function daysFrom(first: number, bad: string, loads = 4): Days {
  return [...bad].flatMap((digit, index) =>
    digit === '-' ? [] : [{ day: first + index, loads, bad: Number(digit) }],
  );
}

export function evidenceOf(skills: Readonly<Record<string, Days>>, agent = 'claude'): EffectEvidence {
  const outcomes = Object.entries(skills).flatMap(([skill, days]) =>
    days.map((day): DayOutcome => ({ skill, agent, ...day })),
  );
  return {
    outcomes: ({ from, to }) => outcomes.filter(({ day }) => day * dayMs >= from - dayMs && day * dayMs < to),
  };
}
