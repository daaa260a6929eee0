import { expect, test } from 'vitest';
import { noEvidence } from '../../evidence/rules/evidence.js';
import { appliedAt, noteOf } from './effect.fixture.js';
import type { Verdict } from './effect.js';
import { entriesToUndo, excludedItems, expiredItems, type NoteEffect, noteEffect } from './effect.js';
import type { NoteLife } from './note-life.js';

interface Told extends Partial<Pick<NoteLife, 'isLatest' | 'entries'>> {
  /** Each item as one letter. */
  readonly says?: string;
  readonly loads?: number;
}

function effect(verdict: Verdict, { says = 'a', loads = 30, ...note }: Told = {}): NoteEffect {
  const life = noteOf({ ...note, said: new Set(says) });
  const { after, ...measured } = noteEffect(noEvidence, life, appliedAt);
  return { ...measured, after: { ...after, loads }, verdict };
}

test.for<[string, NoteEffect, readonly string[]]>([
  ['a note that harmed', effect('harmed'), ['e1']],
  ['what told it again comes first', effect('harmed', { entries: ['e1', 'e4'] }), ['e4', 'e1']],
  ['not one that was replaced', effect('harmed', { isLatest: false }), []],
  ['not one that helped', effect('helped'), []],
  ['not one that changed nothing', effect('no-change'), []],
  ['not one that is too young', effect('too-early'), []],
])('to be undone: %s', ([, given, entries]) => {
  expect(entriesToUndo(given)).toEqual(entries);
});

test.for<[string, readonly NoteEffect[], Readonly<Record<string, string>>]>([
  ['what harmed', [effect('harmed', { says: 'ab' })], { a: 'harmed', b: 'harmed' }],
  ['what changed nothing over 30 loads', [effect('no-change')], { a: 'no-change' }],
  ['not yet after 29', [effect('no-change', { loads: 29 })], {}],
  ['not what helped at last', [effect('no-change', { says: 'ab' }), effect('helped')], { b: 'no-change' }],
  ['what helped once and then no longer', [effect('helped'), effect('no-change')], { a: 'no-change' }],
  ['what harmed, until more is known', [effect('harmed'), effect('too-early')], { a: 'harmed' }],
  [
    'what harmed, though less is sure now',
    [effect('harmed'), effect('no-change', { loads: 29 })],
    { a: 'harmed' },
  ],
])('left out: %s', ([, effects, expected]) => {
  expect(Object.fromEntries(excludedItems(effects).get('home:pdf') ?? [])).toEqual(expected);
});

test('an item expires at its time, for as long as the skill says it', () => {
  const item = { evidence: [], firstSeen: 0, lastSeen: 0 };
  const items = [
    { ...item, id: 'a', expiresAt: 7 },
    { ...item, id: 'b', expiresAt: 8 },
  ];
  expect(expiredItems(noteOf({ items }), 6)).toEqual([]);
  expect(expiredItems(noteOf({ items }), 7)).toEqual(['a']);
  expect(expiredItems(noteOf({ items, isLatest: false }), 8)).toEqual([]);
});
