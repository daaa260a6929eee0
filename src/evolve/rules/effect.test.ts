import { expect, test } from 'vitest';
import { noEvidence } from '../../evidence/rules/evidence.js';
import { dayMs } from '../../text/time.js';
import {
  appliedAt,
  between,
  type Case,
  type Chance,
  chanceOf,
  drawEpisodes,
  episodeAt,
  evidenceOf,
  noteOf,
  verdictIn,
} from './effect.fixture.js';
import type { Verdict } from './effect.js';
import { noteEffect } from './effect.js';
import type { NoteLife } from './note-life.js';

/** Days since the note. */
const on = (day: number) => appliedAt + day * dayMs;

test.for<[string, Partial<NoteLife>, today: number, days: number]>([
  ['the time since the note', {}, 12, 12],
  ['a month at most', {}, 400, 30],
  ['no further back than the change before', { changedBefore: on(-5) }, 12, 5],
  ['no further than the change after', { endedAt: on(3) }, 12, 3],
  ['the shortest of them', { changedBefore: on(-2), endedAt: on(3) }, 12, 2],
  ['nothing on the first day', {}, 0, 0],
  ['nothing by a clock that went back', {}, -1, 0],
])('both sides have %s', ([, changes, today, days]) => {
  const { before, after } = noteEffect(noEvidence, noteOf(changes), on(today));
  expect([before.from, before.to, after.from, after.to]).toEqual([on(-days), on(0), on(0), on(days)]);
});

test('an episode counts once, as failed by its result, on the side where it began', () => {
  const evidence = evidenceOf([
    episodeAt(on(-3) - 1, 'failed'),
    episodeAt(on(-3), 'failed'),
    episodeAt(on(-1), 'recovered'),
    episodeAt(on(0) - 1, 'corrected'),
    episodeAt(on(0), 'abandoned'),
    episodeAt(on(2), 'failed'),
    episodeAt(on(3), 'failed'),
  ]);
  const { before, after, verdict } = noteEffect(evidence, noteOf(), on(3));
  expect([before.loads, before.failed, before.rate]).toEqual([3, 2, 2 / 3]);
  expect([after.loads, after.failed, after.rate]).toEqual([2, 1, 1 / 2]);
  expect(verdict).toBe('too-early');
});

test('episodes under an earlier name count too', () => {
  const evidence = evidenceOf([episodeAt(on(-1)), episodeAt(on(1))]);
  const renamed = noteOf({ skill: 'home:forms', ids: ['home:pdf', 'home:forms'] });
  const { before, after } = noteEffect(evidence, renamed, on(2));
  expect([before.loads, after.loads]).toEqual([1, 1]);
});

test('without episodes there is no rate, and everything is possible', () => {
  const { before, difference } = noteEffect(noEvidence, noteOf(), on(9));
  expect(before).toMatchObject({ rate: null, interval: { low: 0, high: 1 } });
  expect(difference).toEqual({ low: -1, high: 1 });
});

test.for<[string, Verdict, (chance: Chance) => Case]>([
  ['a note that helps', 'helped', (chance) => ({ loads: many(chance), rates: [0.6, 0.2] })],
  ['a note that harms', 'harmed', (chance) => ({ loads: many(chance), rates: [0.2, 0.6] })],
  ['a note without effect', 'no-change', (chance) => ({ loads: many(chance), rates: sameRates(chance) })],
  ['a note with too few loads', 'too-early', (chance) => ({ loads: few(chance), rates: [0.9, 0.1] })],
])('%s is found to be so in at least 95 % of 200 histories', ([what, expected, drawn], { annotate }) => {
  const found = histories(200, (chance) => verdictIn(chance, drawn(chance)));
  const right = found.filter((verdict) => verdict === expected).length / found.length;
  annotate(`${what}: ${percent(right)} judged right`);
  expect(right).toBeGreaterThanOrEqual(expected === 'too-early' ? 1 : 0.95);
});

test('when nothing changed, at most 6 % of 1,000 histories are given a verdict', ({ annotate }) => {
  const found = histories(1000, (chance) => {
    const loads: Case['loads'] = [between(chance, 10, 120), between(chance, 10, 120)];
    return verdictIn(chance, { loads, rates: sameRates(chance) });
  });
  const wrong = found.filter((verdict) => verdict !== 'no-change').length / found.length;
  annotate(`${percent(wrong)} false verdicts`);
  expect(wrong).toBeLessThanOrEqual(0.06);
});

test('when nothing changed, thirty daily looks find an effect in at most 6 % of histories', ({
  annotate,
}) => {
  const found = histories(300, (chance) => {
    const rate = between(chance, 10, 60) / 100;
    const evidence = evidenceOf(drawEpisodes(chance, on(-30), 60, between(chance, 60, 400), rate));
    const looks = Array.from({ length: 30 }, (_, day) => noteEffect(evidence, noteOf(), on(day + 1)).verdict);
    return looks.some((verdict) => verdict === 'helped' || verdict === 'harmed');
  });
  const fooled = found.filter((isFooled) => isFooled).length / found.length;
  annotate(`${percent(fooled)} fooled within a month`);
  expect(fooled).toBeLessThanOrEqual(0.06);
});

function histories<Result>(count: number, draw: (chance: Chance) => Result): readonly Result[] {
  return Array.from({ length: count }, (_, index) => draw(chanceOf(index + 1)));
}

function many(chance: Chance): Case['loads'] {
  return [between(chance, 60, 120), between(chance, 60, 120)];
}

function few(chance: Chance): Case['loads'] {
  const counts = [between(chance, 0, 9), between(chance, 0, 200)] as const;
  return chance() < 0.5 ? counts : [counts[1], counts[0]];
}

function sameRates(chance: Chance): Case['rates'] {
  const rate = between(chance, 5, 80) / 100;
  return [rate, rate];
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
