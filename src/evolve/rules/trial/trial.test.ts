import { expect, test } from 'vitest';
import type { EpisodeResult } from '../../../evidence/rules/episodes/episode.js';
import { sha256Hex } from '../../../text/hash.js';
import { dayMs, hourMs } from '../../../text/time.js';
import { type Block, blocksOf, type Switch } from './blocks.js';
import { endBy, resultOf } from './permutation.js';
import { drawDays, isWantedAt, parseTrial, ruleFor, type Trial, trialJson } from './trial.js';
import { simulateTrial, type TrialKind } from './trial-histories.fixture.js';

const firstDay = 20_000;
const startedAt = firstDay * dayMs + 10 * hourMs;

function trialOf(days: string, changes: Partial<Trial> = {}): Trial {
  const texts = { withSha256: 'a', withoutSha256: 'b' };
  return { id: 't', startedAt, firstDay, days, ...texts, items: [], rule: ruleFor(days.length), ...changes };
}

/** In days since the first one. */
const at = (day: number, hour: number) => (firstDay + day) * dayMs + hour * hourMs;

test('days are drawn by a coin that favours no side, and the same seed draws the same', () => {
  const drawn = Array.from({ length: 400 }, (_, index) => drawDays(`seed ${index}`, 28, sha256Hex));
  const ones = drawn.join('').replaceAll('0', '').length / (400 * 28);
  expect(Math.abs(ones - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(drawn.filter((days) => days.startsWith('1')).length / 400 - 0.5)).toBeLessThan(0.08);
  expect(drawDays('seed 7', 28, sha256Hex)).toBe(drawn[7]);
  for (const days of drawn) expect(Math.abs(days.replaceAll('0', '').length - 14)).toBeLessThanOrEqual(4);
});

test('the note is wanted as drawn, and after the last day nothing is', () => {
  const trial = trialOf('101');
  const times = [startedAt, at(0, 23), at(1, 0), at(2, 12), at(3, 0)];
  expect(times.map((time) => isWantedAt(trial, time))).toEqual([true, true, false, true, undefined]);
});

test('a stored trial is read again, and what is none is not', () => {
  const trial = trialOf('10', { end: { at: 5, why: 'stopped', verdict: 'cannot-tell' } });
  expect(parseTrial(trialJson(trial))).toEqual(trial);
  for (const changes of [{ days: '12' }, { end: { at: 5, why: 'bored', verdict: 'helped' } }, { rule: {} }]) {
    expect(parseTrial({ ...trial, ...changes })).toBeUndefined();
  }
  expect([null, 'trial', {}].map(parseTrial)).toEqual([undefined, undefined, undefined]);
});

const episode = (day: number, hour: number, result: EpisodeResult = 'clean') => ({
  startedAt: at(day, hour),
  result,
});

test.for<[string, string, readonly Switch[], readonly string[]]>([
  ['the whole day when the skill is as drawn', '11', [], ['0 in 1/1', '1 in 1/2']],
  ['from the switch on', '10', [{ at: at(1, 12), isIn: false }], ['0 in 1/1', '1 out 0/1']],
  ['nothing of a day on which nobody switched', '101', [], ['0 in 1/1', '2 in 0/2']],
  [
    'until it is switched again',
    '11',
    [
      { at: at(1, 9), isIn: false },
      { at: at(1, 20), isIn: true },
    ],
    ['0 in 1/1', '1 in 1/1'],
  ],
])('counted is %s', ([, days, switches, expected]) => {
  const episodes = [
    episode(0, 9, 'failed'),
    episode(0, 11, 'corrected'),
    episode(1, 8, 'failed'),
    episode(1, 18),
    episode(2, 8),
    episode(2, 18),
    episode(9, 1),
  ];
  const blocks = blocksOf(trialOf(days), switches, episodes, at(10, 0));
  expect(
    blocks.map(
      ({ day, hasNote, loads, bad }) => `${day - firstDay} ${hasNote ? 'in' : 'out'} ${bad}/${loads}`,
    ),
  ).toEqual(expected);
});

function blocks(noted: string, other: string): readonly Block[] {
  const side = (bad: string, hasNote: boolean) =>
    [...bad].map((digit, day) => ({
      day: 2 * day + (hasNote ? 1 : 0),
      hasNote,
      loads: 4,
      bad: Number(digit),
    }));
  return [...side(noted, true), ...side(other, false)];
}

test.for<[string, readonly Block[], day: number, ReturnType<typeof endBy>]>([
  [
    'clear at the end',
    blocks('00100100101001', '23122322132232'),
    28,
    { why: 'finished', verdict: 'helped' },
  ],
  ['clear at half time', blocks('0010010', '4334343'), 14, { why: 'early', verdict: 'helped' }],
  ['clear on another day', blocks('0010010', '4334343'), 13, undefined],
  ['not clear enough at half time', blocks('1010110', '2121221'), 14, undefined],
  ['harm', blocks('23122322132232', '00100100101001'), 28, { why: 'finished', verdict: 'harmed' }],
  [
    'no difference',
    blocks('12112112112112', '21121121121121'),
    28,
    { why: 'finished', verdict: 'no-change' },
  ],
  ['too few days', blocks('0000', '4444'), 28, { why: 'finished', verdict: 'cannot-tell' }],
])('by its rule: %s', ([, given, day, expected]) => {
  expect(endBy(trialOf('1'.repeat(28)), resultOf(given), firstDay + day)).toEqual(expected);
});

test.for<[TrialKind, atLeast: number, verdict: string]>([
  ['independent', 0.9, 'no-change'],
  ['outages', 0.9, 'no-change'],
  ['drift', 0.9, 'no-change'],
  ['helps', 0.9, 'helped'],
  ['harms', 0.8, 'harmed'],
])('of 60 made-up trials with %s, at least %f say %s', ([kind, share, verdict]) => {
  const found = Array.from({ length: 60 }, (_, index) => simulateTrial(kind, index + 1));
  expect(found.filter((one) => one === verdict).length / 60).toBeGreaterThanOrEqual(share);
});
