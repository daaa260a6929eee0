import { expect, test } from 'vitest';
import { noEvidence } from '../../../evidence/rules/evidence.js';
import { dayMs } from '../../../text/time.js';
import type { NoteLife } from '../note-life.js';
import { appliedAt, daysFrom, evidenceOf, noteOf, written } from './effect.fixture.js';
import {
  entriesToUndo,
  expiredItems,
  isShown,
  isUseless,
  type NoteEffect,
  noteEffects,
} from './note-effect.js';

const on = (day: number) => appliedAt + day * dayMs;

function effectOf(
  skills: Parameters<typeof evidenceOf>[0],
  { note = {}, today = 20 }: { readonly note?: Partial<NoteLife>; readonly today?: number } = {},
): NoteEffect {
  const [effect] = noteEffects(evidenceOf(skills), [noteOf(note)], on(today));
  if (effect === undefined) throw new Error('no effect');
  return effect;
}

const pdf = [...daysFrom(written - 42, '232'.repeat(14)), ...daysFrom(written + 1, '0100100101001001')];
const still = daysFrom(written - 40, '1'.repeat(80));
const machine = { 'home:pdf': pdf, 'home:a': still, 'home:b': still, 'home:c': still };

/** The days that were compared, from the day of the note. */
function comparedDays({ before, after }: NoteEffect): readonly number[] {
  return [before.from, before.to, after.from, after.to].map((time) => time / dayMs - written);
}

test.for<[string, Partial<NoteLife>, today: number, readonly number[]]>([
  ['two weeks each, without the week and the day of the note', {}, 20, [-21, -7, 1, 15]],
  ['so far as it is known', {}, 9, [-21, -7, 1, 10]],
  ['not before the skill was changed', { changedBefore: on(-12) }, 20, [-11, -7, 1, 15]],
  ['not after it ended', { endedAt: on(9), why: 'undone' }, 20, [-21, -7, 1, 9]],
  ['nothing on the first day', {}, 0, [-21, -7, 1, 1]],
  ['nothing by a clock that went back', {}, -1, [-21, -7, 1, 1]],
])('compared are %s', ([, note, today, expected]) => {
  expect(comparedDays(effectOf(machine, { note, today }))).toEqual(expected);
});

test('with few loads, up to four weeks are compared', () => {
  const rare = [...daysFrom(written - 60, '1'.repeat(60), 1), ...daysFrom(written + 1, '0'.repeat(60), 1)];
  expect(comparedDays(effectOf({ 'home:pdf': rare }, { today: 50 }))).toEqual([-35, -7, 1, 29]);
});

test('the figures are those of the days that were compared', () => {
  const { before, after, verdict, control, difference } = effectOf(machine);
  expect([before.loads, before.failed, after.loads, after.failed]).toEqual([56, 33, 56, 5]);
  expect([verdict, control]).toEqual(['helped', { change: 0, skills: 3 }]);
  expect(difference.low).toBeLessThan(-0.5);
  expect(difference.high).toBeLessThan(-0.1);
});

test('the days of all names that the skill had count, and its own are no control', () => {
  const renamed = {
    'home:old': pdf.slice(0, 40),
    'home:pdf': pdf.slice(40),
    'home:a': still,
    'home:b': still,
  };
  const note = { ids: ['home:old', 'home:pdf'] };
  expect(effectOf(renamed, { note })).toMatchObject({ verdict: 'cannot-tell', missing: ['control'] });
  expect(effectOf({ ...renamed, 'home:c': still }, { note }).verdict).toBe('helped');
});

test('skills that only another agent used are no control', () => {
  const other = evidenceOf({ 'home:a': still, 'home:b': still, 'home:c': still }, 'codex').outcomes;
  const own = evidenceOf({ 'home:pdf': pdf }).outcomes;
  const outcomes: typeof own = (window) => [...own(window), ...other(window)];
  const [effect] = noteEffects({ outcomes }, [noteOf()], on(20));
  expect(effect).toMatchObject({ verdict: 'cannot-tell', observed: 'less-often', missing: ['control'] });
});

test('without episodes everything is possible', () => {
  const [effect] = noteEffects(noEvidence, [noteOf()], on(9));
  expect(effect).toMatchObject({
    before: { rate: null, interval: { low: 0, high: 1 } },
    difference: { low: -1, high: 1 },
    verdict: 'cannot-tell',
    missing: ['history'],
  });
  expect(noteEffects(noEvidence, [], on(9))).toEqual([]);
});

test('a note is useless only when a gain that matters can be ruled out', () => {
  const many = (bad: string) => daysFrom(written - 40, bad.repeat(20), 40);
  const effect = effectOf({ 'home:pdf': many('4443') });
  expect([effect.verdict, isUseless(effect)]).toEqual(['no-change', true]);
  const few = effectOf({ 'home:pdf': daysFrom(written - 40, '1201'.repeat(20)) });
  expect([few.verdict, isUseless(few)]).toEqual(['no-change', false]);
});

test.for<[string, NoteEffect['verdict'], Partial<NoteLife>, readonly string[]]>([
  ['a note that harmed, the last entry first', 'harmed', { entries: ['e1', 'e4'] }, ['e4', 'e1']],
  ['not one that is gone', 'harmed', { isPresent: false }, []],
  ['not one that helped', 'helped', {}, []],
])('to be undone: %s', ([, verdict, note, entries]) => {
  expect(entriesToUndo({ ...effectOf(machine, { note }), verdict })).toEqual(entries);
});

test('an item expires at its time, for as long as the skill says it', () => {
  const item = { evidence: [], firstSeen: 0, lastSeen: 0 };
  const items = [
    { ...item, id: 'a', expiresAt: 7 },
    { ...item, id: 'b', expiresAt: 8 },
  ];
  expect(expiredItems(noteOf({ items }), 6)).toEqual([]);
  expect(expiredItems(noteOf({ items }), 7)).toEqual(['a']);
  expect(expiredItems(noteOf({ items, isPresent: false }), 8)).toEqual([]);
});

test('a note that ended is shown for 90 days', () => {
  const ended = noteOf({ endedAt: on(3), why: 'harmed', isPresent: false });
  expect([92, 93].map((day) => isShown(ended, on(day)))).toEqual([true, false]);
  expect(isShown(noteOf(), on(400))).toBe(true);
});
