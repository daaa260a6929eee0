/*
 * Made-up histories of one cause, of which it is known whether it stops with the line that names it: weeks without notes,
 * then a line is written when the cause occurred three times in a week, and judged every day.
 */

import type { DayCount } from './days.js';
import { type Chance, chanceOf, poisson } from './histories.fixture.js';
import { judgeLine, type LineVerdict } from './line-effect.js';

/** The share of the episodes with the cause, on a day before and after the line. */
const causes = {
  'goes on': { before: 0.2, after: 0.2 },
  'comes in outages of 2 to 4 days': { before: 0.04, after: 0.04 },
  stops: { before: 0.3, after: 0 },
  'falls to a fifth': { before: 0.3, after: 0.06 },
} as const;
export type CauseKind = keyof typeof causes;
export const causeKinds = Object.keys(causes) as readonly CauseKind[];

export interface SimulatedLine {
  /** Those that were ever given. */
  readonly ever: ReadonlySet<LineVerdict>;
  /** When the window was over; undefined if no line was written. */
  readonly last: LineVerdict | undefined;
}

const warmDays = 30;
const lastDay = 100;
const judgedDays = 28;

export function simulateLine(kind: CauseKind, seed: number, loadsADay: number): SimulatedLine {
  const chance = chanceOf(seed);
  const own: DayCount[] = [];
  const ever = new Set<LineVerdict>();
  let written: number | undefined;
  let last: LineVerdict | undefined;
  let outage = 0;
  for (let day = 0; day < lastDay && day <= (written ?? day) + judgedDays; day += 1) {
    outage = outage > 0 ? outage - 1 : chance() < 1 / 20 ? 2 + Math.floor(chance() * 3) : 0;
    const { before, after } = causes[kind];
    const isOut = kind === 'comes in outages of 2 to 4 days' && outage > 0;
    const loads = poisson(loadsADay, chance);
    const bad = failuresOf(loads, isOut ? 0.9 : written === undefined ? before : after, chance);
    if (loads > 0) own.push({ day, loads, bad });
    if (written !== undefined) {
      last = judgeLine(own, { written, earliest: 0, latest: day });
      ever.add(last);
    } else if (day >= warmDays && inLastWeek(own, day) >= 3) written = day + 1;
  }
  return { ever, last };
}

function failuresOf(loads: number, rate: number, chance: Chance): number {
  let bad = 0;
  for (let load = 0; load < loads; load += 1) if (chance() < rate) bad += 1;
  return bad;
}

function inLastWeek(own: readonly DayCount[], today: number): number {
  return own.reduce((sum, { day, bad }) => (day > today - 7 ? sum + bad : sum), 0);
}
