import { expect, test } from 'vitest';
import { ledgerEntry } from './ledger-entry.fixture.js';
import type { EntryOutcome, LedgerEntry } from './ledger-entry.js';
import { parseLedger, printLines } from './ledger-lines.js';

function entry(id: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  const files = [{ path: 'SKILL.md', before: { sha256: '0a', mode: 0o644 }, after: null }];
  return ledgerEntry({ id, files, ...more });
}

function outcome(id: string, state: EntryOutcome['state']): EntryOutcome {
  return { entry: id, state, at: 2, message: null, conflicts: [] };
}

function statesIn(text: string): readonly string[] {
  return parseLedger(text).entries.map(({ id, state }) => `${id} ${state}`);
}

test('an entry is prepared until a later line ends it', () => {
  const text =
    printLines([entry('a'), entry('b'), entry('c')]) +
    printLines([outcome('a', 'committed')]) +
    printLines([outcome('c', 'rolled-back')]);
  expect(statesIn(text)).toEqual(['a committed', 'b prepared', 'c rolled-back']);
});

test('an ending counts whatever the order of its keys', () => {
  const { entry: id, ...ending } = outcome('a', 'committed');
  const text = printLines([entry('a'), { ...ending, entry: id }]);
  expect(statesIn(text)).toEqual(['a committed']);
});

test('everything that is written is read back', () => {
  const whole = entry('a', {
    renamedTo: 'home:b',
    move: { from: 'a', to: '.archive/a', inode: 7 },
    madeFolders: ['.archive'],
    emptiedFolders: ['x', 'x/y'],
    verify: ['stage'],
    run: 'r',
    reason: 'a "quoted"\nreason',
    undoes: 'z',
    createdBy: 'agent',
    manifest: { id: 'home:a', originalPath: 'a', category: null, digest: 'd', reason: null, run: 'r' },
  });
  const ended = { ...outcome('a', 'rolled-back'), message: 'why', conflicts: ['SKILL.md'] };
  expect(parseLedger(printLines([whole, ended]))).toEqual({
    entries: [{ ...whole, state: 'rolled-back', outcome: ended }],
    malformed: 0,
    purged: new Set(),
  });
});

test('a torn line costs itself and nothing else', () => {
  const torn = printLines([entry('b')]).slice(0, 40);
  const text = printLines([entry('a')]) + torn + printLines([outcome('a', 'committed')]) + torn;
  expect(statesIn(text)).toEqual(['a committed']);
  expect(parseLedger(text).malformed).toBe(2);
});

test.for([
  ['text', 'not json'],
  ['a list', '[]'],
  ['null', 'null'],
  ['another object', '{"id":"a"}'],
  ['an unknown action', JSON.stringify({ ...entry('a'), action: 'purge' })],
  ['an unknown actor', JSON.stringify({ ...entry('a'), actor: 'ghost' })],
  ['a time that is not a date', JSON.stringify({ ...entry('a'), at: 9_000_000_000_000_000 })],
  ['an end at no date', JSON.stringify({ ...outcome('a', 'committed'), at: -1 })],
  ['an unknown state', JSON.stringify({ ...outcome('a', 'committed'), state: 'done' })],
  [
    'a file without a hash',
    JSON.stringify({ ...entry('a'), files: [{ path: 'x', before: {}, after: null }] }),
  ],
  ['a move to nowhere', JSON.stringify({ ...entry('a'), move: { from: 'a', inode: 1 } })],
  ['a manifest that is a text', JSON.stringify({ ...entry('a'), manifest: 'x' })],
] as const)('%s is a malformed line', ([, line]) => {
  expect(parseLedger(`\n${line}\n`)).toEqual({ entries: [], malformed: 1, purged: new Set() });
});

test('keys of a later version are let through', () => {
  expect(statesIn(`\n${JSON.stringify({ ...entry('a'), signature: 'x' })}\n`)).toEqual(['a prepared']);
});
