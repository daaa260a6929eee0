import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../../src/agents/sessions/reader.fixture.js';
import { promptLine } from '../../src/evidence/backfill.world.js';
import { dayMs } from '../../src/text/time.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 7, 3);
const environment = { COPPICE_NOW: String(now) };
const kept = 'session files are not changed; the agent keeps them\n';

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
    stdout: `would delete ${said}\n`,
    stderr: '',
  });
  expect(counts(home)).toEqual([2, 3]);
  expect(purge(home, ...words)).toEqual({ code: 0, stdout: `deleted ${said}\n`, stderr: isSome ? kept : '' });
  expect(counts(home)).toEqual(left);
  expect(backfilled(home)).toBe(0);
  expect(counts(home)).toEqual(left);
});

test('the document says what was forgotten', () => {
  const home = homeWithEvidence();
  const none = { notes: [], rewritten: [], proposals: [], reports: [], quotedBy: [], unreadable: [] };
  const forgotten = { events: 1, sessions: 1, ...none };
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
  ['nothing', [], 2, 'evidence purge needs a selection (usage)'],
  ['only --dry-run', ['--dry-run'], 2, 'evidence purge needs a selection (usage)'],
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

const marker = 'zebra-crossing-4711';

/** A home in which everything that can hold evidence holds the marker: a note, reports, proposals, a spool, a cache. */
function homeThatTellsAll(): Home {
  const home = emptyHome();
  const at = now - 3_600_000;
  const names = ['noted', 'waits', 'refused'];
  const sessions = names.flatMap((skill) => {
    coppice(home, 'create', skill, '--description', `Does ${skill}. Use it.`, '--by', 'agent');
    return [1, 2, 3].flatMap((number) => [
      { type: 'load', session: `${skill}-${number}`, at: at + number, skill },
      {
        ...{ type: 'call', session: `${skill}-${number}`, at: at + number + 1, tool: 'Bash' },
        ...{ args: { command: `login ${marker}` }, output: `${marker} is wrong`, isError: true },
      },
    ]);
  });
  home.put('sessions/all.jsonl', sessions.map((line) => `${JSON.stringify(line)}\n`).join(''));
  coppice(home, 'evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  const { id } = JSON.parse(coppice(home, 'evolve', 'propose', 'refused', '--json').stdout);
  coppice(home, 'evolve', 'review', 'reject', id);
  coppice(home, 'evolve', 'propose', 'waits');
  coppice(
    home,
    'schedule',
    'run',
    '--apply',
    '--',
    '--max-skills',
    '1',
    '--verify-command',
    'cat "$COPPICE_TARGET_PATH"',
  );
  coppice(home, 'search', 'wrong');
  const told = { type: 'call', agent: 'robo', session: 'live', id: 'c', tool: 'Bash', output: marker };
  home.coppice(['evidence', 'record'], { environment, input: JSON.stringify(told) });
  return home;
}

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment });
}

/** Where in the home of Coppice the marker is, by folder or file. */
function placesWithMarker(home: Home): readonly string[] {
  const folder = join(home.path, '.coppice');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => hasMarker(readFileSync(path, 'latin1')))
    .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
  return [...new Set(names)].toSorted();
}

/** In any spelling: a search index has words and not texts. */
function hasMarker(text: string): boolean {
  return /zebra|crossing/i.test(text);
}

test('whatever showed it, only skills and their history do after a purge; with the notes rewritten, only the history', () => {
  const home = homeThatTellsAll();
  const database = ['evidence.spool.jsonl', 'evidence.sqlite'];
  expect(placesWithMarker(home)).toEqual(['blobs', 'cache', ...database, 'proposals', 'reports', 'skills']);

  const dry = JSON.parse(purge(home, '--matching', marker, '--dry-run', '--json').stdout);
  expect(placesWithMarker(home)).toContain('reports');
  const answer = purge(home, '--matching', marker, '--json');
  expect(answer.code).toBe(0);
  const done = JSON.parse(answer.stdout);
  const [note] = done.quotedBy;
  expect(done).toMatchObject({ events: 10, sessions: 10, quotedBy: [{ kind: 'note' }], unreadable: [] });
  expect([done.reports.length, done.proposals.length]).toEqual([2, 2]);
  expect({ ...dry, dryRun: false, isErased: true }).toEqual(done);
  expect(placesWithMarker(home)).toEqual(['blobs', 'cache', 'skills']);

  const again = purge(home, '--matching', marker);
  expect(again).toEqual({
    code: 0,
    stdout: 'deleted 0 events of 0 sessions\n',
    stderr:
      `${note.skill} still has a note that was made from deleted events; remove it with: coppice undo ${note.entry}\n` +
      'hint: evidence purge --rewrite-notes rewrites these notes from the remaining evidence, or removes them\n',
  });

  const rewritten = purge(home, '--matching', marker, '--rewrite-notes');
  expect([rewritten.code, rewritten.stderr]).toEqual([0, `rewrote the note of ${note.skill}\n`]);
  expect(placesWithMarker(home)).toEqual(['blobs']);
  expect(purge(home, '--matching', marker).stderr).toBe('');
});

test('the undo it names takes the note out', () => {
  const home = homeThatTellsAll();
  const { stderr } = purge(home, '--matching', marker);
  expect(stderr).toContain('removed quotes from 2 reports and 2 proposals\n');
  const [, entry = ''] = /coppice undo (\S+)\n/.exec(stderr) ?? [];
  expect(coppice(home, 'undo', entry).code).toBe(0);
  coppice(home, 'search', 'wrong');
  expect(placesWithMarker(home)).toEqual(['blobs']);
});

test('what cannot be looked through is named, and the purge exits with 1', () => {
  const home = homeWithEvidence();
  home.put('.coppice/reports/torn/run.json', '{"candidates":');
  home.put('.coppice/evidence.sqlite.corrupt-20260101T000000Z', 'Customer 4711');
  const torn = 'error: reports/torn may still quote deleted events (not-a-report); you can delete it\n';
  const aside =
    'error: evidence.sqlite.corrupt-20260101T000000Z may still quote deleted events (set-aside); you can delete it\n';
  expect(purge(home, '--session', 's2', '--dry-run')).toMatchObject({ code: 0, stderr: torn + aside });
  expect(purge(home, '--session', 's2')).toEqual({
    code: 1,
    stdout: 'deleted 1 event of 1 session\n',
    stderr: torn + aside + kept,
  });
});

test('the next run that writes removes the line that rested on a purged session', () => {
  const home = emptyHome();
  coppice(home, 'create', 'deploy', '--description', 'Deploys. Use it.', '--by', 'agent');
  const at = now - 3_600_000;
  const lines = ['a', 'b'].flatMap((letter) =>
    [1, 2, 3].flatMap((number) => {
      const session = `${letter}-${number}`;
      const output = `error: ${letter === 'a' ? 'disk not found' : 'port already in use'}`;
      return [
        { type: 'load', session, at: at + number, skill: 'deploy' },
        {
          type: 'call',
          session,
          at: at + number + 1,
          tool: 'Bash',
          args: { command: `ship ${letter}` },
          output,
          isError: true,
        },
      ];
    }),
  );
  home.put('sessions/all.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  coppice(home, 'evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  const run = () => coppice(home, 'evolve', 'run', '--apply-low-risk', '--approve-auto-apply');
  const text = () => readFileSync(join(home.path, '.coppice/skills/deploy/SKILL.md'), 'utf8');
  run();
  expect([text().includes('ship a'), text().includes('ship b')]).toEqual([true, true]);
  // Two sessions are left, which are too few for a line.
  expect(purge(home, '--session', 'a-1').code).toBe(0);
  expect(run().code).toBe(0);
  expect([text().includes('ship a'), text().includes('ship b')]).toEqual([false, true]);
  for (const session of ['b-1', 'b-2', 'b-3']) purge(home, '--session', session);
  run();
  expect(text()).not.toContain('coppice:auto');
});
