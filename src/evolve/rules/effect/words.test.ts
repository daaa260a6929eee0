import { expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import { appliedAt, daysFrom, evidenceOf, noteOf, written } from './effect.fixture.js';
import type { LineVerdict } from './line-effect.js';
import { type NoteEffect, noteEffects } from './note-effect.js';
import { type FailureLayout, failureText, goingOnText, lineText, pooledText, verdictText } from './words.js';

const wide = { bars: true, unicode: true };

test.for<[failed: number, loads: number, FailureLayout, string]>([
  [1, 3, { ...wide, bars: false }, '33% (1/3)'],
  [1, 3, wide, '███░░░░░░░ 33% (1/3)'],
  [1, 3, { ...wide, unicode: false }, '###....... 33% (1/3)'],
  [1, 40, wide, '█░░░░░░░░░ 3% (1/40)'],
  [39, 40, wide, '█████████░ 98% (39/40)'],
  [40, 40, wide, '██████████ 100% (40/40)'],
  [0, 40, wide, '░░░░░░░░░░ 0% (0/40)'],
  [0, 0, wide, '░░░░░░░░░░ no loads'],
])('%i of %i with %j is %s', ([failed, loads, layout, text]) => {
  const rate = loads === 0 ? null : failed / loads;
  expect(failureText({ loads, failed, rate }, layout)).toBe(text);
});

test.for<[Partial<NoteEffect>, string]>([
  [
    { verdict: 'helped', control: { change: 0, skills: 12 } },
    'helped: fails less often, and 12 other skills did not',
  ],
  [{ verdict: 'harmed' }, 'harmed: fails more often'],
  [{ verdict: 'no-change' }, 'no change seen'],
  [{ verdict: 'too-early' }, 'too early'],
  [
    { verdict: 'cannot-tell', observed: 'less-often', missing: ['control'] },
    'fails less often since; cannot tell why: too few other skills to compare with',
  ],
  [
    { verdict: 'cannot-tell', missing: ['history'] },
    'cannot tell: too little use before the note (7 days, without its last week)',
  ],
  [
    { verdict: 'cannot-tell', missing: ['loads'] },
    'cannot tell: too little use with the note (7 days, 10 loads)',
  ],
])('%j is in words: %s', ([changes, text]) => {
  const [effect] = noteEffects(
    evidenceOf({ 'home:pdf': daysFrom(written, '1') }),
    [noteOf()],
    appliedAt + dayMs,
  );
  if (effect === undefined) throw new Error('no effect');
  expect(verdictText({ ...effect, observed: null, missing: [], ...changes })).toBe(text);
});

test.for<[string, readonly LineVerdict[], string]>([
  ['nothing', ['stopped', 'too-early', 'less-often', 'cannot-tell'], ''],
  ['one line', ['stopped', 'goes-on'], 'what line 2 is about goes on'],
  ['several', ['goes-on', 'stopped', 'goes-on', 'goes-on'], 'what lines 1, 3 and 4 are about goes on'],
])('named as going on: %s', ([, lines, expected]) => {
  expect(goingOnText(lines.map((verdict) => ({ verdict })))).toBe(expected);
});

test.for<[LineVerdict, string]>([
  ['stopped', 'stopped (0 of 1 load, before 3 of 56)'],
  ['cannot-tell', 'cannot tell: too rare, or used too little (0 of 1 load, before 3 of 56)'],
])('a line in words: %s', ([verdict, expected]) => {
  const side = { from: 0, to: 0, rate: 0, interval: { low: 0, high: 1 } };
  const before = { ...side, failed: 3, loads: 56 };
  expect(lineText({ verdict, before, after: { ...side, failed: 0, loads: 1 } })).toBe(expected);
});

test('a pooled verdict names how many machines and members it comes from', () => {
  const side = { from: 0, to: 0, rate: 0, interval: { low: 0, high: 1 } };
  const sides = { before: { ...side, failed: 7, loads: 9 }, after: { ...side, failed: 0, loads: 8 } };
  expect(pooledText({ verdict: 'no-change', machines: 2, members: 1, ...sides })).toBe(
    'on 2 machines of 1 member: no change seen (7/9 failed before, 0/8 after)',
  );
  expect(pooledText(undefined)).toBe('');
});
