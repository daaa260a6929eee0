import { expect, test } from 'vitest';
import { type AttentionFacts, attentionKinds, attentionOf } from './attention.js';

const nothing: AttentionFacts = {
  hostile: [],
  unreadable: [],
  unloadable: [],
  unfinished: 0,
  project: null,
  fixes: [],
  copies: [],
  overBudget: [],
  toRetire: 0,
  unused: { days: 30, skills: [] },
  overlap: [],
  proposals: 0,
  updates: { count: 0, at: 0 },
};

const all: AttentionFacts = {
  hostile: [{ id: 'codex:evil', archivable: true }],
  unreadable: ['cannot list /user/.codex/skills: permission denied'],
  unloadable: [{ id: 'codex:broken', fixable: true }],
  unfinished: 1,
  project: 'installs the items of this project',
  fixes: [{ skills: ['home:pdf'] }],
  copies: ['claude:a'],
  overBudget: [{ agent: 'Codex', characters: 9000, limit: 8000, canFit: true }],
  toRetire: 1,
  unused: { days: 30, skills: ['home:old'] },
  overlap: ['home:twin'],
  proposals: 2,
  updates: { count: 1, at: 0 },
};

test('where nothing is wrong, nothing is said', () => {
  expect(attentionOf(nothing)).toEqual([]);
});

test('at most five lines, the worst first, each with a command', () => {
  const lines = attentionOf(all);
  expect(lines.map(({ kind }) => kind)).toEqual(attentionKinds.slice(0, 5));
  for (const { command, message } of lines) expect([command, message]).not.toContain('');
});

const rows: readonly (readonly [Partial<AttentionFacts>, string, string])[] = [
  [
    { hostile: ['a', 'b', 'c', 'd'].map((id) => ({ id, archivable: true })) },
    '4 skills are blocked by the scanner (a, b, c and 1 more)',
    'coppice archive --blocked',
  ],
  [
    { hostile: [{ id: 'tools/evil', archivable: false }] },
    '1 skill is blocked by the scanner (tools/evil)',
    'coppice scan tools/evil',
  ],
  [
    { unreadable: all.unreadable },
    '1 file or folder cannot be read, so nothing is retired: cannot list /user/.codex/skills: permission denied',
    'coppice doctor',
  ],
  [{ unloadable: all.unloadable }, '1 skill cannot be loaded (codex:broken)', 'coppice doctor --fix'],
  [
    { unloadable: [{ id: 'codex:empty', fixable: false }] },
    '1 skill cannot be loaded (codex:empty)',
    'coppice archive --unloadable',
  ],
  [{ fixes: all.fixes }, '1 recurring failure has a known fix (home:pdf)', 'coppice evolve run --propose'],
  [{ copies: ['x', 'y'] }, '2 skills are exact copies of another (x, y)', 'coppice dedupe'],
  [
    {
      overBudget: [
        { agent: 'A', characters: 11, limit: 10, canFit: false },
        { agent: 'B', characters: 30, limit: 10, canFit: false },
      ],
    },
    'the listing of B needs 30 of 10 characters, so descriptions are cut',
    'coppice cost',
  ],
  [
    { overBudget: [{ agent: 'A', characters: 99, limit: 10, canFit: false }, ...all.overBudget] },
    'the listing of Codex needs 9,000 of 8,000 characters, so descriptions are cut',
    'coppice tidy --fit',
  ],
  [{ toRetire: 2 }, '2 skills made by agents are due to be retired', 'coppice curate --now'],
  [{ unused: all.unused }, '1 skill was not used in 30 days (home:old)', 'coppice tidy'],
  [
    { overlap: ['a:x', 'a:y'] },
    '2 skills have the same triggers as another, so agents choose by chance (a:x, a:y)',
    'coppice overlap',
  ],
  [{ proposals: 1 }, '1 proposal waits for your decision', 'coppice evolve review accept --all'],
  [
    { updates: { count: 2, at: Date.UTC(2026, 2, 1) } },
    '2 items of this project have a newer version (asked on 2026-03-01)',
    'coppice update',
  ],
];

test.each(rows)('%j', (facts, message, command) => {
  expect(attentionOf({ ...nothing, ...facts })[0]).toMatchObject({ message, command });
});

test('every kind alone is the first line', () => {
  const alone: Record<string, Partial<AttentionFacts>> = {
    hostile: { hostile: all.hostile },
    unreadable: { unreadable: all.unreadable },
    unloadable: { unloadable: all.unloadable },
    unfinished: { unfinished: 1 },
    project: { project: all.project },
    fixes: { fixes: all.fixes },
    copies: { copies: all.copies },
    'over-budget': { overBudget: all.overBudget },
    retire: { toRetire: 1 },
    unused: { unused: all.unused },
    overlap: { overlap: all.overlap },
    proposals: { proposals: 1 },
    updates: { updates: { count: 1, at: 0 } },
  };
  for (const kind of attentionKinds) expect(attentionOf({ ...nothing, ...alone[kind] })[0]?.kind).toBe(kind);
});
