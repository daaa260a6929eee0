import { expect, test } from 'vitest';
import { recordedEntry } from '../../library/rules/ledger-entry.fixture.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { dayMs } from '../../text/time.js';
import { appliedAt, daysFrom, evidenceOf, written } from './effect/effect.fixture.js';
import { item } from './note/note.fixture.js';
import { type NoteMemory, noteMemory } from './note-memory.js';

const on = (day: number) => appliedAt + day * dayMs;

function entry(id: string, day: number, changes: Partial<RecordedEntry>): RecordedEntry {
  const state = (sha256: string) => ({ sha256, mode: 0o644 });
  const files = [{ path: 'SKILL.md', before: state(`before ${id}`), after: state(`after ${id}`) }];
  return recordedEntry({ id, at: on(day), action: 'note', skill: 'home:pdf', files, ...changes });
}

const note = entry('n1', 0, { notes: [item({ id: 'x', expiresAt: on(60) })] });
const removal = entry('n2', 15, { notes: [], reason: 'note-harmed' });
const undo = entry('u3', 16, { action: 'undo', undoes: 'n2' });

const histories = {
  harmed: ['0100010'.repeat(6), '23'.repeat(15)],
  helped: ['232'.repeat(14), '0100100101'.repeat(3)],
  useless: ['1'.repeat(42), '1'.repeat(30)],
  unclear: ['1201'.repeat(10), '2110'.repeat(7)],
} as const;

function memoryOf(
  history: keyof typeof histories,
  day: number,
  { entries = [note], others = 3, loads = 4 } = {},
): NoteMemory {
  const [before, after] = histories[history];
  const own = [...daysFrom(written - before.length, before, loads), ...daysFrom(written + 1, after, loads)];
  const still = daysFrom(written - 40, '1'.repeat(80));
  const names = Array.from({ length: others }, (_, index) => [`home:other-${index}`, still]);
  const evidence = evidenceOf({ 'home:pdf': own, ...Object.fromEntries(names) });
  return noteMemory(entries, evidence, new Map(), on(day));
}

const leavesOut = ({ isLeftOut }: NoteMemory) => isLeftOut('home:pdf', item({ id: 'x', evidence: ['new'] }));

test('a note that harmed goes, and what it said is left out', () => {
  const memory = memoryOf('harmed', 15);
  expect([...memory.outlived]).toEqual([['home:pdf', 'harmed']]);
  expect([memory.isResting('home:pdf'), leavesOut(memory)]).toEqual([true, true]);
});

test('after it was removed, the skill gets no note by itself for 60 days, and what it said never again', () => {
  const entries = [note, removal];
  const memories = [16, 74, 75].map((day) => memoryOf('harmed', day, { entries }));
  expect(memories.map(({ isResting }) => isResting('home:pdf'))).toEqual([true, true, false]);
  expect(memories.map(leavesOut)).toEqual([true, true, true]);
  expect(memories.flatMap(({ outlived }) => [...outlived])).toEqual([]);
});

test('one that a person restored stays', () => {
  const memory = memoryOf('harmed', 40, { entries: [note, removal, undo] });
  expect([memory.outlived.size, memory.noted]).toEqual([0, ['home:pdf']]);
});

test('a note that cannot have helped goes, and one of which it is not known stays', () => {
  expect([...memoryOf('useless', 20, { loads: 40 }).outlived]).toEqual([['home:pdf', 'no-change']]);
  expect([...memoryOf('unclear', 20).outlived]).toEqual([]);
});

test('an expired note goes, unless the skill fails less often since', () => {
  expect([...memoryOf('unclear', 60).outlived]).toEqual([['home:pdf', 'expired']]);
  for (const others of [3, 0]) {
    const memory = memoryOf('helped', 60, { others });
    expect([memory.outlived.size, memory.keepsLines('home:pdf')]).toEqual([0, true]);
  }
});
