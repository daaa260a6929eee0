import { expect, test } from 'vitest';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { doneActs } from './done-acts.js';

function entry(id: string, changes: Partial<RecordedEntry> = {}): RecordedEntry {
  return {
    id,
    at: Number(id.slice(1)),
    actor: 'user',
    action: 'archive',
    skill: `claude:${id}`,
    renamedTo: null,
    root: '/r',
    folder: id,
    move: null,
    files: [],
    madeFolders: [],
    emptiedFolders: [],
    verify: [],
    run: null,
    reason: null,
    undoes: null,
    createdBy: null,
    manifest: null,
    state: 'committed',
    outcome: undefined,
    ...changes,
  };
}

const done = (...entries: readonly RecordedEntry[]) => doneActs(entries, 10);

test('the entries of a run are one act, newest act first, with its kinds of change', () => {
  const run = 'run-1';
  expect(
    done(
      entry('e1'),
      entry('e2', { run, reason: 'not used in 30 days' }),
      entry('e3', { run }),
      entry('e4', { run, action: 'quiet' }),
    ),
  ).toMatchObject([
    {
      id: run,
      at: 4,
      changes: [
        { action: 'archive', count: 2 },
        { action: 'quiet', count: 1 },
      ],
      skills: ['claude:e4', 'claude:e3', 'claude:e2'],
      skillCount: 3,
      canUndo: true,
      isUndone: false,
    },
    { id: 'e1', changes: [{ action: 'archive', count: 1 }] },
  ]);
});

test('a skill that is made quiet for two agents is one skill', () => {
  const both = ['e1', 'e2'].map((id) => entry(id, { run: 'r', action: 'quiet', skill: 'claude:one' }));
  expect(done(...both)).toMatchObject([{ changes: [{ action: 'quiet', count: 1 }], skillCount: 1 }]);
});

test('what was undone says so, a part of it can still be undone, and an undo of an undo counts', () => {
  const run = 'r';
  const undo = (id: string, undoes: string) => entry(id, { action: 'undo', undoes });
  const made = [entry('e1', { run }), entry('e2', { run })];
  const state = (...undos: readonly RecordedEntry[]) =>
    done(...made, ...undos).map(({ id, canUndo, isUndone }) => [id, canUndo, isUndone]);
  expect(state(undo('e3', 'e1'))).toEqual([[run, true, false]]);
  expect(state(undo('e3', 'e1'), undo('e4', 'e2'))).toEqual([[run, false, true]]);
  expect(state(undo('e3', 'e1'), undo('e4', 'e2'), undo('e5', 'e4'))).toEqual([[run, true, false]]);
});

test('what others changed, what was rolled back and what cannot be restored offer no undo', () => {
  const secret = { sha256: 'x', mode: 0o600, stored: false } as const;
  expect(
    done(
      entry('e1', { action: 'observed', actor: 'other' }),
      entry('e2', { state: 'rolled-back' }),
      entry('e3', { state: 'prepared' }),
      entry('e4', { action: 'edit', files: [{ path: 'SKILL.md', before: secret, after: null }] }),
    ),
  ).toMatchObject([{ id: 'e4', canUndo: false, isUndone: false }]);
});

test('only the last acts are shown, each as a whole', () => {
  const entries = ['e1', 'e2', 'e3', 'e4'].map((id) => entry(id, { run: id < 'e3' ? 'old' : id }));
  expect(doneActs(entries, 3).map(({ id, skillCount }) => [id, skillCount])).toEqual([
    ['e4', 1],
    ['e3', 1],
    ['old', 2],
  ]);
  expect(doneActs(entries, 2).map(({ id }) => id)).toEqual(['e4', 'e3']);
});
