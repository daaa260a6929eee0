import { expect, test } from 'vitest';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { dayMs } from '../../text/time.js';
import { type InstalledVersion, installedVersions, writtenVersions } from './version-life.js';

const day = Date.UTC(2026, 5, 15, 9);
const plain = (text: string) => text;

type Change = readonly [file: string, before: string | null, after: string | null];

/** An entry on a day, counted from the first one. */
function entry(
  action: string,
  on: number,
  changes: readonly Change[] = [],
  more: Partial<RecordedEntry> = {},
): RecordedEntry {
  const state = (sha256: string | null) => sha256 && { sha256, mode: 0o644 };
  const files = changes.map(([path, before, after]) => ({
    ...{ path, before: state(before), after: state(after) },
  }));
  return {
    ...{ id: `${action}-${on}`, at: day + on * dayMs, action, skill: 'home:pdf', renamedTo: null, files },
    ...{ state: 'committed', ...more },
  } as unknown as RecordedEntry;
}

const edit = (on: number, before: string, after: string, more: Partial<RecordedEntry> = {}) =>
  entry('edit', on, [['SKILL.md', before, after]], more);

function written(...entries: readonly RecordedEntry[]) {
  return writtenVersions(entries, plain).map(({ appliedAt, changedBefore, endedAt, change, skill }) => ({
    skill,
    days: [changedBefore, appliedAt, endedAt].map((at) => at && Math.floor((at - day) / dayMs)),
    by: change.kind === 'written' ? change.entries : [],
  }));
}

test('a change of the text is a version, from the change before it to the one after it', () => {
  expect(
    written(entry('create', 0, [['SKILL.md', null, 'a']]), edit(3, 'a', 'b'), edit(9, 'b', 'c')),
  ).toEqual([
    { skill: 'home:pdf', days: [undefined, 3, 9], by: ['edit-3'] },
    { skill: 'home:pdf', days: [3, 9, undefined], by: ['edit-9'] },
  ]);
});

test('changes of one day are one version, and what was taken back on that day is none', () => {
  const twice = [edit(3, 'a', 'b'), entry('patch', 3, [['SKILL.md', 'b', 'c']])];
  expect(written(...twice)).toEqual([
    { skill: 'home:pdf', days: [undefined, 3, undefined], by: ['edit-3', 'patch-3'] },
  ]);
  expect(written(edit(3, 'a', 'b'), entry('undo', 3, [['SKILL.md', 'b', 'a']]))).toEqual([]);
});

test('the same content in the place of the same content has the same digest, however it came', () => {
  const digestOf = (...entries: readonly RecordedEntry[]) => writtenVersions(entries, plain)[0]?.digest;
  const direct = digestOf(edit(3, 'a', 'c'));
  expect(digestOf(edit(7, 'a', 'b'), entry('patch', 7, [['SKILL.md', 'b', 'c']]))).toBe(direct);
  expect(digestOf(entry('observed', 7, [['SKILL.md', 'a', 'c']], { skill: 'claude:other' }))).toBe(direct);
  expect(digestOf(edit(3, 'b', 'c'))).not.toBe(direct);
  const files: readonly Change[] = [
    ['SKILL.md', 'a', 'c'],
    ['b.md', null, 'x'],
  ];
  expect(digestOf(entry('edit', 3, files))).toBe(digestOf(entry('edit', 5, files.toReversed())));
  expect(digestOf(entry('edit', 3, files))).not.toBe(direct);
});

test.each<[string, readonly RecordedEntry[]]>([
  ['a skill that was created', [entry('create', 0, [['SKILL.md', null, 'a']])]],
  ['a skill that was found or removed', [entry('observed', 0, [['SKILL.md', 'a', null]])]],
  ['a note', [entry('note', 0, [['SKILL.md', 'a', 'b']])]],
  [
    'a day on which the note was changed too',
    [edit(0, 'a', 'b'), entry('note', 0, [['SKILL.md', 'b', 'c']])],
  ],
  ['a pin', [entry('pin', 0, [['SKILL.md', 'a', 'a']])]],
  ['what was rolled back', [edit(0, 'a', 'b', { state: 'rolled-back' })]],
  ['a rename', [edit(0, 'a', 'b', { renamedTo: 'home:new' })]],
])('%s is no version', (_, entries) => {
  expect(written(...entries)).toEqual([]);
});

test('a note ends the version before it, and a renamed skill keeps its history', () => {
  expect(
    written(
      edit(3, 'a', 'b'),
      entry('note', 5, [['SKILL.md', 'b', 'c']]),
      entry('rename', 6, [], { renamedTo: 'home:forms' }),
      edit(9, 'c', 'd', { skill: 'home:forms' }),
    ),
  ).toEqual([
    { skill: 'home:forms', days: [undefined, 3, 5], by: ['edit-3'] },
    { skill: 'home:forms', days: [5, 9, undefined], by: ['edit-9'] },
  ]);
});

const install = (on: number, digest: string | null, version: string, project = 'p'): InstalledVersion => ({
  ...{ at: day + on * dayMs, project, slug: 'pdf', digest, version },
});

function installed(...lines: readonly InstalledVersion[]) {
  const idsOf = ({ project, slug }: { readonly project: string; readonly slug: string }) =>
    project === 'unused' ? [] : [`claude@${project}:${slug}`, `codex@${project}:${slug}`];
  return installedVersions(lines, idsOf, plain).map(({ skill, ids, appliedAt, endedAt, change }) => ({
    ...{ skill, ids: ids.length, on: Math.floor((appliedAt - day) / dayMs), until: endedAt !== undefined },
    what: change.kind === 'installed' ? `${change.from} to ${change.to}` : '',
  }));
}

test('a version that takes the place of another in a project is one, for all agents that use it there', () => {
  const [one, other] = [install(0, 'sha256:a', '1.0.0'), install(5, 'sha256:b', '1.1.0')];
  const found = { skill: 'claude@p:pdf', ids: 2, on: 5, until: false, what: '1.0.0 to 1.1.0' };
  expect(installed(one)).toEqual([]);
  expect(installed(one, other)).toEqual([found]);
  expect(installed(one, install(5, null, '1.0.0'), install(9, 'sha256:b', '1.1.0'))).toEqual([]);
  expect(installed(one, install(5, 'sha256:x', '1.0.9'), other)).toEqual([found]);
  expect(installed(one, other, install(5, 'sha256:a', '1.0.0'))).toEqual([]);
  const elsewhere = [install(0, 'sha256:a', '1.0.0', 'unused'), install(5, 'sha256:b', '1.1.0', 'unused')];
  expect(installed(...elsewhere)).toEqual([]);
});
