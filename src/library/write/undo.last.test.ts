import { expect, test } from 'vitest';
import { ledgerOf } from '../ledger/ledger.fixture.js';
import { recordedEntry } from '../rules/ledger-entry.fixture.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { lastChange } from './undo.js';

const entry = (id: string, changes: Partial<RecordedEntry> = {}) => recordedEntry({ id, ...changes });
const undoOf = (id: string, undoes: string) => entry(id, { action: 'undo', undoes });

test.each<[string, readonly RecordedEntry[], string | undefined, (readonly string[])?]>([
  ['nothing of an empty ledger', [], undefined],
  ['the newest entry', [entry('a'), entry('b')], 'b'],
  ['not what was undone', [entry('a'), entry('b'), undoOf('c', 'b')], 'a'],
  ['again what was undone and redone', [entry('a'), undoOf('b', 'a'), undoOf('c', 'b')], 'a'],
  ['nothing where all is undone', [entry('a'), undoOf('b', 'a')], undefined],
  [
    'not what did not happen',
    [entry('a'), entry('b', { state: 'rolled-back' }), entry('c', { state: 'prepared' })],
    'a',
  ],
  [
    'a whole run, without what was undone of it',
    [entry('a', { run: 'r' }), entry('b', { run: 'r' }), undoOf('c', 'b'), entry('d', { run: 'r' })],
    'r',
    ['d', 'a'],
  ],
  [
    'not what was not stored, because it contains a secret',
    [
      entry('a'),
      entry('b', {
        action: 'observed',
        files: [{ path: 'SKILL.md', before: null, after: { sha256: 'x', mode: 0o644, stored: false } }],
      }),
    ],
    'a',
  ],
  ['a change by others', [entry('a'), entry('b', { action: 'observed', actor: 'other' })], 'b'],
])('without an entry, undo takes back %s', (_, entries, wanted, all) => {
  const change = lastChange(ledgerOf(entries), () => true);
  expect(change?.wanted).toBe(wanted);
  if (all !== undefined) expect(change?.entries.map(({ id }) => id)).toEqual(all);
});

test('only skills of the chosen roots count', () => {
  const entries = [entry('a', { skill: 'home:x' }), entry('b', { skill: 'claude:x' })];
  const change = lastChange(ledgerOf(entries), ({ skill }) => skill === 'home:x');
  expect(change?.wanted).toBe('a');
});
