import { expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import { appliedAt, daysFrom, evidenceOf, noteOf, written } from './effect.fixture.js';
import { addMachineDays, countsOfChanges, type Machine, noteDigest, pooledEffect } from './pool.js';

const calm = { otherLoads: 8, otherBad: 1 };

/** One load a day, which went badly where there is a 1. Each member has the same days in another order. */
function machine(member: Machine['member'], before: string, after: string, others = calm): Machine {
  const turned = (pattern: string) => {
    const by = member === 'self' ? 5 : member;
    return pattern.slice(by) + pattern.slice(0, by);
  };
  const counts = [...daysFrom(-before.length, turned(before), 1), ...daysFrom(1, turned(after), 1)];
  const days = counts.map((day) => ({ ...day, ...others }));
  return { member, days };
}

const often = '11011010110110101101101011011';
const rarely = '0000100000010000000000000000';
const same = '1010010101001010010101001010';

test('few loads on each of several machines are enough together', () => {
  const own = machine('self', often, rarely);
  expect(pooledEffect(own.days, [])).toBeUndefined();
  expect(pooledEffect(own.days, [machine(0, often, rarely)])).toMatchObject({
    verdict: 'cannot-tell',
    machines: 2,
  });
  const others = [0, 1, 2].map((member) => machine(member, often, rarely));
  expect(pooledEffect(own.days, others)).toMatchObject({ verdict: 'helped', machines: 4, members: 4 });
});

test('harm is found in the same way, and no effect is not invented', () => {
  const pool = (before: string, after: string) =>
    pooledEffect(
      [],
      Array.from({ length: 4 }, (_, member) => machine(member, before, after)),
    )?.verdict;
  expect(pool(rarely, often)).toBe('harmed');
  expect(pool(same, same)).toBe('no-change');
});

test('what happened to all other skills of the machines too is not the note', () => {
  const better = Array.from({ length: 4 }, (_, member) => {
    const { days } = machine(member, often, rarely);
    return { member, days: days.map((day) => ({ ...day, otherBad: day.day < 0 ? 6 : 1 })) };
  });
  expect(pooledEffect([], better)?.verdict).toBe('no-change');
});

test('one member who reports anything decides nothing, with however many machines', () => {
  const honest = [0, 1, 2].map((member) => machine(member, same, same));
  const liar = (before: number, after: number) =>
    [7, 8, 9].map(() => ({
      member: 9,
      days: Array.from({ length: 63 }, (_, index) => index - 35)
        .filter((day) => day !== 0)
        .map((day) => ({ day, loads: 200, bad: day < 0 ? before : after, ...calm })),
    }));
  expect(pooledEffect([], honest)?.verdict).toBe('no-change');
  for (const reports of [liar(200, 0), liar(0, 200)]) {
    const { verdict } = pooledEffect([], [...honest, ...reports]) ?? {};
    expect(['no-change', 'cannot-tell']).toContain(verdict);
  }
});

test('the counts of a machine are relative to its note, without the day itself, bounded, and of its life alone', () => {
  const skills = {
    'home:pdf': [...daysFrom(written - 40, '1'.repeat(41)), { day: written + 2, loads: 500, bad: 100 }],
    'home:a': daysFrom(written - 40, '2'.repeat(60)),
    'home:b': daysFrom(written - 40, '1'.repeat(60)),
  };
  const evidence = evidenceOf(skills);
  const [counts = []] = countsOfChanges(evidence, [noteOf()], appliedAt + 9 * dayMs);
  expect(counts[0]).toEqual({ day: -35, loads: 4, bad: 1, otherLoads: 8, otherBad: 3 });
  expect(counts.at(-1)).toEqual({ day: 2, loads: 200, bad: 40, otherLoads: 8, otherBad: 3 });
  expect(counts.map(({ day }) => day)).not.toContain(0);
  const changed = noteOf({ changedBefore: appliedAt - 5 * dayMs, endedAt: appliedAt + dayMs });
  const [short = []] = countsOfChanges(evidence, [changed], appliedAt + 9 * dayMs);
  expect(short.map(({ day }) => day)).toEqual([-4, -3, -2, -1]);
  expect(countsOfChanges(evidence, [], appliedAt)).toEqual([]);
});

test('notes are the same if the same causes were noted in the same text', () => {
  const entry = (sha256: string, ids: string) => ({
    files: [{ path: 'SKILL.md', before: { sha256, mode: 0 }, after: null }],
    notes: [...ids].map((id) => ({ id, evidence: [], firstSeen: 0, lastSeen: 0, expiresAt: 0 })),
  });
  const digestOf = (sha256: string, ids: string) =>
    noteDigest({ entries: ['e1'] }, new Map([['e1', entry(sha256, ids)]]) as never, (text) => text);
  expect(digestOf('x', 'ab')).toBe(digestOf('x', 'ba'));
  expect(new Set([digestOf('x', 'ab'), digestOf('x', 'a'), digestOf('y', 'ab')]).size).toBe(3);
  expect(noteDigest({ entries: ['gone'] }, new Map(), (text) => text)).toBeUndefined();
});

test('the days of several projects with the same change are added up, and the other skills are not counted twice', () => {
  const day = (at: number, loads: number, bad: number, otherLoads: number, otherBad: number) => ({
    ...{ day: at, loads, bad, otherLoads, otherBad },
  });
  expect(
    addMachineDays([
      [day(2, 1, 1, 8, 3), day(-1, 2, 0, 4, 1)],
      [day(2, 3, 1, 9, 0), day(5, 150, 20, 1, 1)],
      [day(5, 150, 10, 1, 0)],
    ]),
  ).toEqual([day(-1, 2, 0, 4, 1), day(2, 4, 2, 9, 0), day(5, 200, 20, 1, 1)]);
});
