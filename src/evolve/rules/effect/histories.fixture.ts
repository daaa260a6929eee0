/*
 * Made-up machines on which it is known whether a note has an effect: skills of several kinds, some weeks without notes,
 * then weeks in which a note is written when the same cause failed three times in a week, and judged every day. The same
 * seed gives the same machine.
 */

import type { DayCount } from './days.js';
import { judge, type Verdict } from './judge.js';
import { intervalOf, isUseless } from './note-effect.js';

export const historyKinds = [
  /** No effect: each episode fails by itself. */
  'independent',
  /** The same, and the note is written because of five failures among ten. */
  'streak',
  /** No effect: outages of two days and more, of each skill alone, or of all at once. */
  'outages',
  'shared-outages',
  /** No effect: two days of every week are bad. */
  'weekly',
  /** No effect: failures become fewer by themselves. */
  'drift',
  'helps',
  'harms',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export interface MachineOptions {
  readonly seed: number;
  readonly perKind: number;
  /** Days before the first note may be written. */
  readonly warmDays: number;
  /** Days in which notes are written and judged. */
  readonly days: number;
  readonly loadsADay: number;
  readonly minOutageDays: number;
  readonly maxOutageDays: number;
  /** The share of bad episodes without and with the note. */
  readonly helps: readonly [without: number, noted: number];
  readonly harms: readonly [without: number, noted: number];
  readonly independent: number;
  /** The share at the first and after the last day of what changes by itself. */
  readonly drift: readonly [from: number, to: number];
}

export const usualMachine: MachineOptions = {
  ...{ seed: 1, perKind: 20, warmDays: 30, days: 42, loadsADay: 4 },
  ...{ minOutageDays: 2, maxOutageDays: 4 },
  ...{ helps: [0.5, 0.1], harms: [0.1, 0.45], independent: 0.3, drift: [0.5, 0.05] },
};

export interface SimulatedSkill {
  readonly kind: HistoryKind;
  readonly wasNoted: boolean;
  readonly hasNote: boolean;
  /** Those that were ever given. */
  readonly verdicts: ReadonlySet<Verdict>;
}

export function simulateMachine(options: MachineOptions): readonly SimulatedSkill[] {
  const chance = chanceOf(options.seed);
  const skills = historyKinds.flatMap((kind) =>
    Array.from({ length: options.perKind }, () => newSkill(kind)),
  );
  let shared = 0;
  for (let day = 0; day < options.warmDays + options.days; day += 1) {
    shared = outageLeft(shared, 18, chance, options);
    for (const skill of skills) {
      skill.outage = outageLeft(skill.outage, 20, chance, options);
      use(skill, day, rateOf(skill, day, shared, options), chance, options);
    }
    if (day >= options.warmDays) for (const skill of skills) evolve(skill, skills, day);
  }
  return skills.map(({ kind, writtenOn, hasNote, verdicts }) => {
    return { kind, wasNoted: writtenOn !== undefined, hasNote, verdicts };
  });
}

interface Skill {
  readonly kind: HistoryKind;
  outage: number;
  mayBeNoted: boolean;
  hasNote: boolean;
  isResting: boolean;
  writtenOn: number | undefined;
  readonly days: DayCount[];
  readonly causes: number[][];
  readonly results: boolean[];
  readonly verdicts: Set<Verdict>;
}

function newSkill(kind: HistoryKind): Skill {
  return {
    ...{ kind, outage: 0, mayBeNoted: kind !== 'streak', hasNote: false, isResting: false },
    ...{ writtenOn: undefined, days: [], causes: [], results: [], verdicts: new Set() },
  };
}

export type Chance = () => number;

/** From 0 to 1, evenly (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function poisson(mean: number, chance: Chance): number {
  const limit = Math.exp(-mean);
  let count = -1;
  let product = 1;
  do {
    count += 1;
    product *= chance();
  } while (product > limit);
  return count;
}

function outageLeft(left: number, every: number, chance: Chance, options: MachineOptions): number {
  if (left > 0) return left - 1;
  const { minOutageDays: fewest, maxOutageDays: most } = options;
  return chance() < 1 / every ? fewest + Math.floor(chance() * (most - fewest + 1)) : 0;
}

function rateOf(
  { kind, outage, hasNote }: Skill,
  day: number,
  shared: number,
  options: MachineOptions,
): number {
  const { warmDays, days, helps, harms, independent, drift } = options;
  switch (kind) {
    case 'independent':
      return independent;
    case 'streak':
      return 0.2;
    case 'outages':
      return outage > 0 ? 0.9 : 0.04;
    case 'shared-outages':
      return shared > 0 ? 0.85 : 0.08;
    case 'weekly':
      return day % 7 < 2 ? 0.6 : 0.15;
    case 'drift':
      return drift[0] - ((drift[0] - drift[1]) * day) / (warmDays + days);
    case 'helps':
      return helps[hasNote ? 1 : 0];
    case 'harms':
      return harms[hasNote ? 1 : 0];
  }
}

function use(skill: Skill, day: number, rate: number, chance: Chance, options: MachineOptions): void {
  const loads = poisson(options.loadsADay, chance);
  const causes = [0, 0, 0];
  for (let load = 0; load < loads; load += 1) {
    const isBad = chance() < rate;
    const part = chance();
    const cause = part < 0.6 ? 0 : part < 0.9 ? 1 : 2;
    if (isBad) causes[cause] = (causes[cause] ?? 0) + 1;
    skill.results.push(isBad);
  }
  skill.causes.push(causes);
  if (loads > 0) skill.days.push({ day, loads, bad: causes.reduce((sum, count) => sum + count, 0) });
  const lately = skill.results.slice(-10).filter((isBad) => isBad).length;
  if (day >= options.warmDays && lately >= 5) skill.mayBeNoted = true;
}

/** In the night after the day, so a note is written on the day after it. */
function evolve(skill: Skill, skills: readonly Skill[], day: number): void {
  if (skill.hasNote) {
    const others = () => skills.filter((other) => other !== skill).map(({ days }) => days);
    const judgement = judge({
      own: skill.days,
      others,
      written: skill.writtenOn ?? 0,
      earliest: 0,
      latest: day,
    });
    const { verdict, isFinal, difference } = judgement;
    skill.verdicts.add(verdict);
    if (verdict !== 'harmed' && !isUseless({ verdict, isFinal, difference: intervalOf(difference) })) return;
    skill.hasNote = false;
    skill.isResting = true;
  }
  if (!skill.mayBeNoted || skill.isResting) return;
  const week = skill.causes.slice(-7);
  const most = Math.max(
    ...[0, 1, 2].map((cause) => week.reduce((sum, counts) => sum + (counts[cause] ?? 0), 0)),
  );
  if (most < 3) return;
  skill.hasNote = true;
  skill.writtenOn = day + 1;
}
