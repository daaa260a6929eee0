import { expect, test } from 'vitest';
import { recordedEntry } from '../../library/rules/ledger-entry.fixture.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { item } from './note/note.fixture.js';
import { promotionReason } from './note-life.js';
import { noteMemory, rejectedItems } from './note-memory.js';

const items = (told: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(told).map(([id, evidence]) => item({ id, evidence }));

/** An entry at the time that its id ends with. */
function entry(id: string, changes: Partial<RecordedEntry>): RecordedEntry {
  return recordedEntry({ id, at: Number(id.slice(1)), action: 'note', ...changes });
}

const note = (id: string, told: Readonly<Record<string, readonly string[]>>): RecordedEntry =>
  entry(id, { notes: items(told) });
const undo = (id: string, undoes: string): RecordedEntry => entry(id, { action: 'undo', undoes });

const promotion = (id: string, told: Readonly<Record<string, readonly string[]>>): RecordedEntry =>
  entry(id, { notes: items(told), reason: promotionReason });

function proposal(decidedAt: number, told: Readonly<Record<string, readonly string[]>>, changes = {}) {
  const decided = { kind: 'note', state: 'rejected', decidedAt } as const;
  return { skill: 'home:a', items: items(told), ...decided, ...changes };
}

type Proposals = readonly ReturnType<typeof proposal>[];

test.each<[string, readonly RecordedEntry[], Proposals, Readonly<Record<string, readonly string[]>>]>([
  ['a note that stands is not rejected', [note('n1', { x: ['1'] })], [], {}],
  ['an undone note is', [note('n1', { x: ['1'], y: ['2'] }), undo('u2', 'n1')], [], { x: ['1'], y: ['2'] }],
  [
    'an undo that was undone counts for nothing',
    [note('n1', { x: ['1'] }), undo('u2', 'n1'), undo('u3', 'u2')],
    [],
    {},
  ],
  [
    'an undo that was rolled back counts for nothing',
    [note('n1', { x: ['1'] }), { ...undo('u2', 'n1'), state: 'rolled-back' }],
    [],
    {},
  ],
  [
    'another change that was undone says nothing',
    [entry('p1', { action: 'patch' }), undo('u2', 'p1')],
    [],
    {},
  ],
  ['a rejected proposal is rejected', [], [proposal(1, { x: ['1'] })], { x: ['1'] }],
  ['one that waits is not', [], [proposal(1, { x: ['1'] }, { state: 'pending' })], {}],
  ['a rejected draft says nothing of the evidence', [], [proposal(1, { x: ['1'] }, { kind: 'draft' })], {}],
  [
    'what was rejected twice is known by all its evidence',
    [note('n1', { x: ['1', '2'] }), undo('u2', 'n1')],
    [proposal(3, { x: ['2', '3'] })],
    { x: ['1', '2', '3'] },
  ],
  [
    'a later note cancels it',
    [note('n5', { x: ['1', '2'] })],
    [proposal(3, { x: ['1'], y: ['4'] })],
    { y: ['4'] },
  ],
  ['an earlier note does not', [note('n1', { x: ['1', '2'] })], [proposal(3, { x: ['1'] })], { x: ['1'] }],
  [
    'a promotion says nothing about the lines that stay',
    [note('n1', { x: ['1'], y: ['2'] }), promotion('n2', { y: ['2'] })],
    [],
    {},
  ],
  [
    'nor does undoing it',
    [note('n1', { x: ['1'], y: ['2'] }), promotion('n2', { y: ['2'] }), undo('u3', 'n2')],
    [],
    {},
  ],
  [
    'the line that became a step stays out',
    [note('n1', { x: ['1'], y: ['2'] }), promotion('n2', { y: ['2'] })],
    [proposal(2, { x: ['1'] }, { kind: 'promotion', state: 'accepted', entry: 'n2' })],
    { x: ['1'] },
  ],
  [
    'unless the promotion was undone',
    [note('n1', { x: ['1'] }), promotion('n2', {}), undo('u3', 'n2')],
    [proposal(2, { x: ['1'] }, { kind: 'promotion', state: 'accepted', entry: 'n2' })],
    {},
  ],
  [
    'a rejected promotion says nothing',
    [note('n1', { x: ['1'] })],
    [proposal(2, { x: ['1'] }, { kind: 'promotion' })],
    {},
  ],
])('%s', (_, entries, proposals, expected) => {
  const found = rejectedItems(entries, proposals).get('home:a') ?? new Map<string, Set<string>>();
  expect(Object.fromEntries([...found].map(([id, evidence]) => [id, [...evidence]]))).toEqual(expected);
});

test('skills are kept apart', () => {
  const rejected = rejectedItems(
    [],
    [proposal(1, { x: ['1'] }), proposal(1, { x: ['2'] }, { skill: 'home:b' })],
  );
  expect([...rejected.keys()]).toEqual(['home:a', 'home:b']);
});

test('the same events under another id are still rejected, and a new event is not', () => {
  const rejections = rejectedItems([], [proposal(1, { x: ['1', '2'], y: ['3'] })]);
  const { isLeftOut, isRejected } = noteMemory([], { outcomes: () => [] }, rejections, 0);
  const check = (expected: boolean, evidence: readonly string[], skill = 'home:a') => {
    expect(isLeftOut(skill, item({ id: 'other', evidence }))).toBe(expected);
    expect(isRejected(skill, item({ id: 'other', evidence }))).toBe(expected);
  };
  check(true, ['1', '2']);
  check(true, ['2', '3']);
  check(false, ['1', '2', '4']);
  check(false, ['1'], 'home:b');
});
