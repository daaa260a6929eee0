/*
 * The effect of a change that several machines have: of a note, or of a version of a skill. Each counts its days from its
 * own change, so that the same day of the calendar is not the same day of all, and the counts are judged together by the
 * same rule as those of one machine. The control is what happened to the other skills of each machine. As anybody in a
 * team may report anything, no verdict depends on one member: the difference must remain without any one of them.
 */

import type { RecordedEntry } from '../../../library/rules/ledger-lines.js';
import { isSkillFile } from '../../../skill/package-names.js';
import type { Sha256 } from '../note/items.js';
import type { NoteLife } from '../note-life.js';
import { gainOf } from './checks.js';
import { DayTable } from './day-table.js';
import { addDays, type Days } from './days.js';
import { judge, thresholds, type Verdict } from './judge.js';
import {
  changeDays,
  type DatedChange,
  type EffectEvidence,
  type EffectSide,
  historyMs,
  sideOf,
} from './note-effect.js';
import { windowRules } from './windows.js';

/** A day of one machine, counted from its note: -1 is the day before it. */
export interface MachineDay {
  readonly day: number;
  readonly loads: number;
  readonly bad: number;
  /** The other skills that the same agents used on that day. */
  readonly otherLoads: number;
  readonly otherBad: number;
}

export interface Machine {
  /** Equal for machines of the same member. */
  readonly member: number | 'self';
  readonly days: readonly MachineDay[];
}

export interface PooledEffect {
  readonly verdict: Verdict;
  readonly machines: number;
  readonly members: number;
  readonly before: EffectSide;
  readonly after: EffectSide;
}

/**
 * Equal on machines where the same causes were noted in the same text of a skill with the same id. The lines themselves
 * differ, as they say how often and when something was seen. Undefined if the ledger no longer has the entry.
 */
export function noteDigest(
  { entries: [first] }: Pick<NoteLife, 'entries'>,
  ledger: ReadonlyMap<string, RecordedEntry>,
  sha256: Sha256,
): string | undefined {
  const entry = first === undefined ? undefined : ledger.get(first);
  const before = entry?.files.find(({ path }) => isSkillFile(path))?.before?.sha256;
  const causes = (entry?.notes ?? []).map(({ id }) => id).toSorted();
  return before === undefined || causes.length === 0
    ? undefined
    : `sha256:${sha256(JSON.stringify([before, causes]))}`;
}

const [firstDay, lastDay] = [-windowRules.triggerDays - windowRules.maxDays, windowRules.maxDays] as const;
/** What a registry takes of one day. */
const [maxLoads, maxOtherLoads] = [200, 10_000] as const;

/** What this machine knows of each change, in their order. */
export function countsOfChanges(
  evidence: EffectEvidence,
  changes: readonly DatedChange[],
  now: number,
): readonly (readonly MachineDay[])[] {
  if (changes.length === 0) return [];
  const oldest = Math.min(...changes.map(({ appliedAt }) => appliedAt));
  const table = new DayTable(evidence.outcomes({ from: oldest - historyMs, to: now + 1 }));
  return changes.map((change) => {
    const { written, earliest, latest } = changeDays(change, now);
    const others = new Map(addDays(table.others(change.ids)).map((day) => [day.day, day]));
    return table.own(change.ids).flatMap(({ day, loads, bad }) => {
      const relative = day - written;
      if (day < earliest || day > latest || relative < firstDay || relative > lastDay || relative === 0)
        return [];
      const other = others.get(day) ?? { loads: 0, bad: 0 };
      const [mine, theirs] = [bounded({ loads, bad }, maxLoads), bounded(other, maxOtherLoads)];
      return [{ day: relative, ...mine, otherLoads: theirs.loads, otherBad: theirs.bad }];
    });
  });
}

/** The same rate with no more loads. */
function bounded({ loads, bad }: { readonly loads: number; readonly bad: number }, max: number) {
  return loads <= max ? { loads, bad } : { loads: max, bad: Math.round((bad * max) / loads) };
}

/**
 * The counts of one machine that got the same change more than once, as a version in several projects: their days are
 * added up, and the others of a day are those of whichever project had more of them.
 */
export function addMachineDays(all: readonly (readonly MachineDay[])[]): readonly MachineDay[] {
  const sums = new Map<number, MachineDay>();
  for (const day of all.flat()) {
    const sum = sums.get(day.day);
    if (sum === undefined) {
      sums.set(day.day, day);
      continue;
    }
    const others = day.otherLoads > sum.otherLoads ? day : sum;
    sums.set(day.day, {
      day: day.day,
      ...bounded({ loads: sum.loads + day.loads, bad: sum.bad + day.bad }, maxLoads),
      ...{ otherLoads: others.otherLoads, otherBad: others.otherBad },
    });
  }
  return [...sums.values()].toSorted((one, other) => one.day - other.day);
}

/** Undefined unless somebody else has the change too. */
export function pooledEffect(
  own: readonly MachineDay[],
  reported: readonly Machine[],
): PooledEffect | undefined {
  const machines: readonly Machine[] = [{ member: 'self' as const, days: own }, ...reported].filter(
    ({ days }) => days.length > 0,
  );
  if (!machines.some(({ member }) => member !== 'self')) return undefined;
  const { verdict, ranges, sides } = judgeTogether(machines);
  const members = new Set(machines.map(({ member }) => member));
  return {
    verdict: dependsOnOne(verdict, machines, members) ? 'cannot-tell' : verdict,
    machines: machines.length,
    members: members.size,
    before: sideOf(ranges.before, sides.before),
    after: sideOf(ranges.after, sides.after),
  };
}

function judgeTogether(machines: readonly Machine[]) {
  const days = machines.flatMap((machine) => machine.days);
  return judge({
    own: addDays([days]),
    others: () => machines.map(othersOf),
    written: 0,
    earliest: firstDay,
    latest: Math.max(0, ...days.map(({ day }) => day)),
  });
}

function othersOf({ days }: Machine): Days {
  const used = days.filter(({ otherLoads }) => otherLoads > 0);
  return used.map(({ day, otherLoads, otherBad }) => ({ day, loads: otherLoads, bad: otherBad }));
}

/** Whether the difference is gone, or too small to matter, without some member. */
function dependsOnOne(
  verdict: Verdict,
  machines: readonly Machine[],
  members: ReadonlySet<Machine['member']>,
): boolean {
  if (verdict !== 'helped' && verdict !== 'harmed') return false;
  return [...members].some((left) => {
    const { difference } = judgeTogether(machines.filter(({ member }) => member !== left));
    return gainOf(verdict, difference.change) < thresholds.minGain;
  });
}
