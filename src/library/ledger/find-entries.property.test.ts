import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homePaths } from '../../system/home.js';
import { effectiveEntries } from '../rules/effective-entries.js';
import { ledgerEntry } from '../rules/ledger-entry.fixture.js';
import { parseLedger, parseLine, printLines, type RecordedEntry } from '../rules/ledger-lines.js';
import { wordsOf } from '../rules/ledger-words.js';
import { findEntries, newestEntries } from './find-entries.js';
import { addText, ledgerWith } from './ledger.fixture.js';
import type { LedgerOptions } from './ledger-parts.js';
import { unfinishedEntries } from './unfinished.js';

/** Small blocks, so that a short ledger has many. */
const bytesOfBlock = 700;

const names = ['home:a', 'home:b', 'claude:a', 'agents:long-name'];
const ids = Array.from({ length: 24 }, (_, number) => `e${number}`);

interface Step {
  readonly kind: 'begin' | 'end' | 'torn' | 'purge';
  readonly at: number;
  readonly skill: string;
  readonly renamedTo: string | null;
  readonly run: string | null;
  readonly undoes: number | null;
  readonly committed: boolean;
}

const step = fc.record<Step>({
  kind: fc.constantFrom('begin', 'begin', 'begin', 'end', 'end', 'torn', 'purge'),
  at: fc.nat({ max: ids.length - 1 }),
  skill: fc.constantFrom(...names),
  renamedTo: fc.constantFrom(null, null, ...names),
  run: fc.constantFrom(null, 'r1', 'r2'),
  undoes: fc.option(fc.nat({ max: ids.length - 1 })),
  committed: fc.boolean(),
});

/** The text of a ledger in which every entry begins once and ends after it began. */
function textOf(steps: readonly Step[]): string {
  const begun = new Set<string>();
  const ended = new Set<string>();
  return steps
    .map(({ kind, at, skill, renamedTo, run, undoes, committed }) => {
      const id = ids[at] ?? '';
      const undone = undoes === null ? undefined : [...begun][undoes % Math.max(begun.size, 1)];
      if (kind === 'torn') return printLines([ledgerEntry({ id: 'torn', skill })]).slice(0, 60);
      if (kind === 'purge') return printLines([{ purged: ['0a'], at: 1 }]);
      if (kind === 'begin' && !begun.has(id)) {
        begun.add(id);
        return printLines([ledgerEntry({ id, skill, renamedTo, run, undoes: undone ?? null })]);
      }
      if (kind !== 'end' || !begun.has(id) || ended.has(id)) return '';
      ended.add(id);
      const state = committed ? 'committed' : 'rolled-back';
      return printLines([{ entry: id, state, at: 2, message: null, conflicts: [] }]);
    })
    .join('');
}

function textIn({ files, home }: LedgerOptions): string {
  return new TextDecoder().decode(files.read(homePaths(home).ledger)?.bytes);
}

function hasWord({ state: _, outcome: __, ...entry }: RecordedEntry, word: string): boolean {
  const line = parseLine(JSON.stringify({ ...entry }));
  return line !== undefined && wordsOf(line).includes(word);
}

/** The entries with the word and all that undid them, by reading the whole ledger. */
function expected(entries: readonly RecordedEntry[], word: string): readonly RecordedEntry[] {
  const found = new Set(entries.filter((entry) => hasWord(entry, word)).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, undoes } of entries) if (undoes !== null && found.has(undoes)) found.add(id);
  }
  return entries.filter(({ id }) => found.has(id));
}

const ledgers = fc.tuple(fc.array(step, { maxLength: 60 }), fc.array(step, { maxLength: 20 }));

test('what the index finds is what reading the whole ledger finds, also after it grew', () => {
  fc.assert(
    fc.property(
      ledgers,
      fc.constantFrom(
        ...names,
        'a',
        'long-name',
        'r1',
        'e3',
        'action edit',
        'folder /root/a',
        'setting',
        'nobody',
      ),
      (parts, word) => {
        const [first, more] = parts;
        const [before, after] = [textOf(first), textOf([...first, ...more]).slice(textOf(first).length)];
        const ledger = ledgerWith(before);
        for (const added of ['', after, '']) {
          addText(ledger, added);
          const { entries, malformed } = parseLedger(textIn(ledger));
          const found = findEntries(ledger, [word], { bytesOfBlock });
          const wanted = expected(entries, word);
          expect(found.malformed).toBe(malformed);
          expect(found.entries.filter(({ id }) => wanted.some((entry) => entry.id === id))).toEqual(wanted);
        }
      },
    ),
  );
});

test('of the newest entries, those in effect are known', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.nat({ max: 20 }), (steps, count) => {
      const ledger = ledgerWith(textOf(steps));
      const all = effectiveEntries(parseLedger(textIn(ledger)).entries);
      const enough = (entries: readonly RecordedEntry[]) => effectiveEntries(entries).length >= count;
      const newest = effectiveEntries(newestEntries(ledger, enough, bytesOfBlock));
      expect(newest.length).toBeGreaterThanOrEqual(Math.min(count, all.length));
      expect(all.slice(0, newest.length)).toEqual(newest);
    }),
  );
});

test('unfinished entries are those of the whole ledger, whenever one asked before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(fc.nat({ max: 60 })), (steps, stops) => {
      const ledger = ledgerWith('');
      for (const at of steps.keys()) {
        const sofar = textOf(steps.slice(0, at));
        addText(ledger, textOf(steps.slice(0, at + 1)).slice(sofar.length));
        if (!stops.includes(at)) continue;
        const open = parseLedger(textIn(ledger)).entries.filter(({ state }) => state === 'prepared');
        expect(unfinishedEntries(ledger, 1).map(({ id }) => id)).toEqual(open.map(({ id }) => id));
      }
    }),
  );
});

test('every damaged byte of the index costs time, and no entry', () => {
  const ledger = ledgerWith(
    ids.map((id, at) => printLines([ledgerEntry({ id, skill: names[at % 4] ?? '' })])).join(''),
  );
  const find = () => findEntries(ledger, ['home:b'], { bytesOfBlock }).entries.map(({ id }) => id);
  const wanted = find();
  expect(wanted).toHaveLength(6);
  const path = homePaths(ledger.home).ledgerIndex;
  const bytes = ledger.files.read(path)?.bytes ?? new Uint8Array();
  expect(bytes.length).toBeGreaterThan(0);
  for (const at of bytes.keys()) {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 8;
    ledger.files.write(path, damaged);
    expect(find()).toEqual(wanted);
  }
});

test('names that a skill had before lead to its older entries', () => {
  const ledger = ledgerWith(
    printLines([ledgerEntry({ id: 'e1', skill: 'home:old' })]) +
      printLines([ledgerEntry({ id: 'e2', skill: 'home:other' })]) +
      printLines([ledgerEntry({ id: 'e3', skill: 'home:old', renamedTo: 'home:new' })]),
  );
  const leadsTo = (entries: readonly RecordedEntry[]) => entries.map(({ skill }) => skill);
  const found = findEntries(ledger, ['home:new'], { leadsTo, bytesOfBlock: 1 });
  expect(found.entries.map(({ id }) => id)).toEqual(['e1', 'e3']);
});
