import { expect, test } from 'vitest';
import { homePaths } from '../../system/home.js';
import { recordedEntry } from '../rules/ledger-entry.fixture.js';
import { addText, ledgerOf, ledgerWith, textOf } from './ledger.fixture.js';
import type { LedgerOptions } from './ledger-parts.js';
import { unfinishedEntries } from './unfinished.js';

const ended = (id: string) => recordedEntry({ id });
const open = (id: string) => recordedEntry({ id, state: 'prepared' });
const endOf = (id: string) => textOf(ended(id)).split('\n').slice(3).join('\n');

/** Each look may leave a mark. */
function openIds(ledger: LedgerOptions): readonly string[] {
  return unfinishedEntries(ledger, 1).map(({ id }) => id);
}

function readBytes(ledger: LedgerOptions): readonly number[] {
  const offsets: number[] = [];
  const { files } = ledger;
  const read: LedgerOptions['files']['read'] = (path, range) => {
    if (path === homePaths(ledger.home).ledger) offsets.push(range?.offset ?? 0);
    return files.read(path, range);
  };
  unfinishedEntries({ ...ledger, files: { ...files, read } }, 1);
  return offsets;
}

test('an entry is open until a later line ends it, whatever was read before', () => {
  const ledger = ledgerOf([ended('a'), open('b'), ended('c')]);
  expect(openIds(ledger)).toEqual(['b']);
  expect(openIds(ledger)).toEqual(['b']);
  addText(ledger, textOf(open('d')));
  expect(openIds(ledger)).toEqual(['b', 'd']);
  addText(ledger, endOf('b'));
  expect(openIds(ledger)).toEqual(['d']);
  addText(ledger, endOf('d'));
  expect(openIds(ledger)).toEqual([]);
  expect(openIds(ledger)).toEqual([]);
});

test('what has ended is not read again', () => {
  const ledger = ledgerOf([ended('a'), ended('b')]);
  const size = ledger.files.stat(homePaths(ledger.home).ledger)?.sizeBytes ?? 0;
  openIds(ledger);
  addText(ledger, textOf(open('c')));
  // The place before the mark is compared, and the rest follows.
  expect(readBytes(ledger).filter((offset) => offset > 0)).toEqual([size]);
  expect(openIds(ledger)).toEqual(['c']);
});

test('of another ledger in its place, all is read', () => {
  const ledger = ledgerOf([ended('a'), ended('b'), ended('c')]);
  openIds(ledger);
  ledger.files.remove(homePaths(ledger.home).ledger);
  addText(ledger, [open('x'), ended('y'), ended('z'), ended('w'), ended('v')].map(textOf).join(''));
  expect(openIds(ledger)).toEqual(['x']);
  ledger.files.remove(homePaths(ledger.home).ledger);
  expect(openIds(ledger)).toEqual([]);
});

test('every damaged byte of the mark costs a reading, and no entry', () => {
  const ledger = ledgerOf([ended('a'), ended('b')]);
  openIds(ledger);
  addText(ledger, textOf(open('c')));
  const path = homePaths(ledger.home).ledgerMark;
  const bytes = ledger.files.read(path)?.bytes ?? new Uint8Array();
  expect(bytes.length).toBeGreaterThan(0);
  for (const at of bytes.keys()) {
    for (const bit of [1, 16, 64]) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ bit;
      ledger.files.write(path, damaged);
      expect(unfinishedEntries(ledger, Number.POSITIVE_INFINITY).map(({ id }) => id)).toEqual(['c']);
    }
  }
});

test('a line that was cut off is read again when it is there as a whole', () => {
  const text = textOf(open('b'));
  const ledger = ledgerWith(textOf(ended('a')) + text.slice(0, 50));
  expect(openIds(ledger)).toEqual([]);
  addText(ledger, text);
  expect(openIds(ledger)).toEqual(['b']);
});

test('a home in which nothing can be remembered still answers', () => {
  const ledger = ledgerOf([ended('a'), open('b')]);
  const write = () => {
    throw new Error('not asked for');
  };
  expect(unfinishedEntries({ ...ledger, files: { ...ledger.files, write } }).map(({ id }) => id)).toEqual([
    'b',
  ]);
});
