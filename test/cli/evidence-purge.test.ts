import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promptLine } from '../../src/evidence/backfill.world.js';
import { fixture } from '../../src/evidence/read/reader.fixture.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 7, 3);
const dayMs = 86_400_000;
const environment = { COPPICE_NOW: String(now) };
const kept = 'a transcript itself is not touched; the agent it belongs to keeps it\n';

/** A session of one turn that speaks of customers, an older one, and one in which a skill was loaded. */
function homeWithEvidence(): Home {
  const home = emptyHome();
  home.put('.claude/projects/p/s1.jsonl', promptLine('call Customer 4711', now - dayMs));
  home.put('.claude/projects/p/s2.jsonl', promptLine('hello', now - 100 * dayMs, 's2'));
  home.put('.claude/projects/p/s3.jsonl', fixture('claude/skill-call.jsonl'));
  expect(backfilled(home)).toBe(5);
  return home;
}

function backfilled(home: Home): number {
  const words = ['evidence', 'backfill', '--days', '365', '--json'];
  return JSON.parse(home.coppice(words, { environment }).stdout).eventsAdded;
}

function purge(home: Home, ...words: string[]): Answer {
  return home.coppice(['evidence', 'purge', ...words], { environment });
}

function counts(home: Home): readonly unknown[] {
  const { stdout } = home.coppice(['evidence', 'report', '--days', '365', '--json'], { environment });
  const { summary } = JSON.parse(stdout);
  return [summary.toolEvents, summary.turns];
}

test.each<[string, readonly string[], string, readonly number[]]>([
  ['--session', ['--session', 's2'], '1 event of 1 session', [2, 2]],
  ['--source', ['--source', '.claude/projects/p/s3.jsonl'], '3 events of 1 session', [0, 2]],
  ['--skill', ['--skill', 'kit:draw'], '2 events of 1 session', [0, 3]],
  ['--matching', ['--matching', 'customer 4711'], '1 event of 1 session', [2, 2]],
  ['--before a date', ['--before', '2026-06-01'], '1 event of 1 session', [2, 2]],
  ['--before an age', ['--before', '90d'], '1 event of 1 session', [2, 2]],
  [
    'two that narrow each other down',
    ['--session', 's2', '--matching', 'customer'],
    '0 events of 0 sessions',
    [2, 3],
  ],
])('%s chooses what is forgotten, and it does not come back', (_, words, said, left) => {
  const home = homeWithEvidence();
  const isSome = !said.startsWith('0');
  expect(purge(home, '--dry-run', ...words)).toEqual({
    code: 0,
    stdout: `would forget ${said}\n`,
    stderr: '',
  });
  expect(counts(home)).toEqual([2, 3]);
  expect(purge(home, ...words)).toEqual({ code: 0, stdout: `forgot ${said}\n`, stderr: isSome ? kept : '' });
  expect(counts(home)).toEqual(left);
  expect(backfilled(home)).toBe(0);
  expect(counts(home)).toEqual(left);
});

test('the document says what was forgotten', () => {
  const home = homeWithEvidence();
  const forgotten = { events: 1, sessions: 1, notes: [], rewritten: [], proposals: [] };
  expect(JSON.parse(purge(home, '--session', 's2', '--dry-run', '--json').stdout)).toEqual({
    ...{ dryRun: true, isErased: false },
    ...forgotten,
  });
  expect(JSON.parse(purge(home, '--session', 's2', '--json').stdout)).toEqual({
    ...{ dryRun: false, isErased: true },
    ...forgotten,
  });
});

test.each<[string, readonly string[], number, string]>([
  ['nothing', [], 2, 'evidence purge needs to know what to forget (usage)'],
  ['only --dry-run', ['--dry-run'], 2, 'evidence purge needs to know what to forget (usage)'],
  ['an empty text', ['--matching', ''], 1, '--matching cannot be empty (bad-value)'],
  ['an empty date', ['--before='], 1, '--before cannot be empty (bad-value)'],
  ['no date', ['--before', 'yesterday'], 1, '--before cannot be yesterday (bad-value)'],
  ['a number that is no age', ['--before', '90'], 1, '--before cannot be 90 (bad-value)'],
  ['a day that is none', ['--before', '2026-13-45'], 1, '--before cannot be 2026-13-45 (bad-value)'],
  ['an age before all time', ['--before', '99999d'], 1, '--before cannot be 99999d (bad-value)'],
])('given %s it refuses, and forgets nothing', (_, words, code, sentence) => {
  const home = homeWithEvidence();
  const answer = purge(home, ...words);
  expect([answer.code, answer.stdout]).toEqual([code, '']);
  expect(answer.stderr.startsWith(`error: ${sentence}\n`)).toBe(true);
  expect(counts(home)).toEqual([2, 3]);
});

test('its bytes are gone from every file, and how often a skill was used stays known', () => {
  const home = homeWithEvidence();
  home.put('.claude/skills/draw/SKILL.md', '---\nname: draw\ndescription: Draws.\n---\nDraw.\n');
  const stored = () =>
    ['evidence.sqlite', 'evidence.sqlite-wal']
      .map((name) => join(home.path, '.coppice', name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'latin1'))
      .join('');
  expect(stored()).toContain('Customer 4711');
  purge(home, '--matching', 'customer 4711');
  expect(stored()).not.toContain('4711');
  purge(home, '--skill', 'kit:draw');
  expect(stored()).not.toContain('no such option');
  const usage = home.coppice(['usage', '--json'], { environment }).stdout;
  const [record] = JSON.parse(usage).records.filter(({ id }: { id: string }) => id === 'claude:draw');
  expect(record).toMatchObject({ useCount: 1 });
});
