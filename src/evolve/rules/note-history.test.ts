import { expect, test } from 'vitest';
import { recordedEntry } from '../../library/rules/ledger-entry.fixture.js';
import { nameOf } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { noteHistory } from './note-history.js';

interface Given extends Partial<RecordedEntry> {
  /** The evidence that the note was made from. */
  readonly from?: readonly string[];
}

/** Entries with the ids e1, e2, ... at the times 1, 2, ... about one skill, unless told. */
function ledger(...given: readonly Given[]): readonly RecordedEntry[] {
  return given.map(({ from, ...changes }, index) =>
    recordedEntry({
      ...{ id: `e${index + 1}`, at: index + 1, actor: 'evolver' },
      ...(from && {
        action: 'note',
        notes: [{ id: 'i', evidence: from, firstSeen: 7, lastSeen: 9, expiresAt: 99 }],
      }),
      ...changes,
    }),
  );
}

const undo = (undoes: string): Given => ({ action: 'undo', undoes });
const rename = (skill: string, renamedTo: string): Given => ({
  ...{ action: 'rename', skill, renamedTo },
  move: { from: nameOf(skill), to: nameOf(renamedTo), inode: 1 },
});

test.each<[string, readonly Given[], Record<string, string>]>([
  ['no note', [{}], {}],
  ['one note', [{ from: ['x'] }], { 'home:a': 'e1 x' }],
  ['a note in the place of another', [{ from: ['x'] }, { from: ['y'] }], { 'home:a': 'e2 y' }],
  ['an edit after it', [{ from: ['x'] }, {}], { 'home:a': 'e1 x' }],
  ['a note that was taken away', [{ from: ['x'] }, { from: ['y'], notes: [] }], {}],
  ['a note that was undone', [{ from: ['x'] }, undo('e1')], {}],
  [
    'the note before one that was undone',
    [{ from: ['x'] }, { from: ['y'] }, undo('e2')],
    { 'home:a': 'e1 x' },
  ],
  ['an undo that was undone', [{ from: ['x'] }, undo('e1'), undo('e2')], { 'home:a': 'e1 x' }],
  [
    'a note that was rolled back',
    [{ from: ['x'] }, { from: ['y'], state: 'rolled-back' }],
    { 'home:a': 'e1 x' },
  ],
  [
    'notes of two skills',
    [{ from: ['x'] }, { from: ['y'], skill: 'home:b' }],
    { 'home:a': 'e1 x', 'home:b': 'e2 y' },
  ],
  ['a skill with another name', [{ from: ['x'] }, rename('home:a', 'home:b')], { 'home:b': 'e1 x' }],
  ['a new skill of an old name', [{ from: ['x'] }, { action: 'create' }], { 'home:a': 'e1 x' }],
])('the ledger tells which notes stand: %s', (_, given, expected) => {
  const { current } = noteHistory(ledger(...given));
  const told = current.map(({ skill, entry, evidence }) => [skill, `${entry} ${evidence.join()}`]);
  expect(Object.fromEntries(told)).toEqual(expected);
});

test('a note that stands knows where its skill is, and when its evidence began', () => {
  const archive: Given = { action: 'archive', move: { from: 'a', to: '.archive/a', inode: 1 } };
  const { current } = noteHistory(ledger({ from: ['x'] }, archive));
  expect(current).toEqual([
    { skill: 'home:a', entry: 'e1', folder: '/root/.archive/a', evidence: ['x'], firstSeen: 7 },
  ]);
});

const notes = [{}, { from: ['x'] }, {}, { from: ['y'] }, undo('e4'), rename('home:a', 'home:b')];

test.each<[number, string, readonly string[]]>([
  [1, 'home:a', []],
  [2, 'home:a', ['x']],
  [3, 'home:a', ['x']],
  [4, 'home:a', ['x', 'y']],
  [5, 'home:a', ['y', 'x']],
  [9, 'home:a', ['x']],
  [9, 'home:b', ['x']],
  [9, 'home:c', []],
])('at %i the note of %s may quote %j', (at, skill, expected) => {
  expect(noteHistory(ledger(...notes)).evidenceAt({ skill, at })).toEqual(expected);
});

test('a new skill of an old name has notes of its own, and those of the old one are still known', () => {
  const again = noteHistory(ledger({ from: ['x'] }, { action: 'create' }, { from: ['y'] }));
  expect(again.current.map(({ entry }) => entry)).toEqual(['e1', 'e3']);
  expect(again.evidenceAt({ skill: 'home:a', at: 1 })).toEqual(['x']);
  expect(again.evidenceAt({ skill: 'home:a', at: 3 })).toEqual(['x', 'y']);
});

test('the time of an entry counts more than that of the report about it', () => {
  const history = noteHistory(ledger(...notes));
  expect(history.evidenceAt({ skill: 'home:a', at: 9, entry: 'e4' })).toEqual(['x', 'y']);
  expect(history.evidenceAt({ skill: 'home:a', at: 9, entry: null })).toEqual(['x']);
});
