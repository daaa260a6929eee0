import { expect, test } from 'vitest';
import { recordedEntry } from '../../library/rules/ledger-entry.fixture.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { rejectedItems } from './note-memory.js';

const items = (told: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(told).map(([id, evidence]) => ({
    ...{ id, evidence, firstSeen: 0, lastSeen: 0, expiresAt: 0 },
    ...{ kind: 'error' as const, text: '', tool: '', count: 1, dropped: 0 },
  }));

/** An entry at the time that its id ends with. */
function entry(id: string, changes: Partial<RecordedEntry>): RecordedEntry {
  return recordedEntry({ id, at: Number(id.slice(1)), action: 'note', ...changes });
}

const note = (id: string, told: Readonly<Record<string, readonly string[]>>): RecordedEntry =>
  entry(id, { notes: items(told) });
const undo = (id: string, undoes: string): RecordedEntry => entry(id, { action: 'undo', undoes });

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
