import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../../src/agents/sessions/reader.fixture.js';
import { runEvidenceBackfill } from '../../src/cli/commands/evidence/backfill.js';
import { parseArguments } from '../../src/cli/rules/parse-arguments.js';
import { typedInput } from '../../src/cli/verbs/records.js';
import { verbs } from '../../src/cli/verbs.js';
import { promptLine } from '../../src/evidence/backfill.world.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { terminalOf } from '../../src/system/terminal/terminal.js';
import { dayMs } from '../../src/text/time.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 7, 3);
const session = '.claude/projects/p/s1.jsonl';

function backfill(
  home: Home,
  words: readonly string[] = [],
  environment: Record<string, string> = {},
): Answer {
  return home.coppice(['evidence', 'backfill', ...words], {
    environment: { COPPICE_NOW: new Date(now).toISOString(), ...environment },
  });
}

function document(home: Home, words: readonly string[] = [], environment: Record<string, string> = {}) {
  return JSON.parse(backfill(home, ['--json', ...words], environment).stdout);
}

test('on a machine without agents it says where it may look', () => {
  const home = emptyHome();
  expect(backfill(home)).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'no sessions found of: claude, codex, gemini, opencode, hermes, openclaw, qwen, copilot, pi, generic\n' +
      'hint: --agent NAME --path DIR reads another folder; coppice hooks install records from now on\n',
  });
  expect(document(home)).toEqual({
    ...{ files: 0, filesSkipped: 0, filesFailed: 0, sessions: 0, eventsAdded: 0, linesSkipped: 0 },
    ...{ agents: {}, failures: [], warnings: [] },
  });
});

test('it counts by agent, says that no skill was changed, and the second time that nothing is new', () => {
  const home = emptyHome();
  home.put(session, promptLine('hello', now - dayMs));
  home.put('.codex/sessions/2026/08/01/rollout-a.jsonl', fixture('codex/session.jsonl'));
  const first = backfill(home);
  expect(first).toEqual({
    code: 0,
    stdout: 'claude\t1\t0\t0\t1\t1\ncodex\t1\t0\t0\t1\t12\n',
    stderr: 'no skill was changed; show the result with: coppice evidence report\n',
  });
  expect(backfill(home)).toEqual({
    code: 0,
    stdout: 'claude\t1\t1\t0\t0\t0\ncodex\t1\t1\t0\t0\t0\n',
    stderr: 'nothing new in the last 30 days\n',
  });
});

test('the document has what scripts rely on', () => {
  const home = emptyHome();
  home.put(session, `${promptLine('hello', now - dayMs)}junk\n`);
  home.put('.claude/projects/p/bad.jsonl', 'junk\n');
  expect(document(home)).toEqual({
    ...{ files: 2, filesSkipped: 0, filesFailed: 1, sessions: 1, eventsAdded: 1, linesSkipped: 2 },
    agents: { claude: { files: 2, filesSkipped: 0, filesFailed: 1, sessions: 1, eventsAdded: 1 } },
    failures: [
      { path: join(home.path, '.claude/projects/p/bad.jsonl'), reason: 'none of its lines can be read' },
    ],
    warnings: [],
  });
});

test('what cannot be read is named on stderr, the first ten of it, and the rest is read', () => {
  const home = emptyHome();
  for (let index = 10; index < 22; index += 1) home.put(`.claude/projects/p/bad-${index}.jsonl`, 'junk\n');
  home.put(session, promptLine('hello', now + 9 * dayMs));
  const { code, stdout, stderr } = backfill(home);
  expect(code).toBe(0);
  expect(stdout).toBe('claude\t13\t0\t12\t1\t1\n');
  const lines = stderr.split('\n');
  expect(lines.filter((line) => /bad-\d\d\.jsonl: none of its lines can be read$/.test(line))).toHaveLength(
    10,
  );
  expect(lines.slice(10)).toEqual([
    'and 3 more; --json names them all',
    '12 lines could not be read and were skipped',
    'no skill was changed; show the result with: coppice evidence report',
    '',
  ]);
  expect(document(home).failures).toHaveLength(12);
});

test('the window is in days before COPPICE_NOW, and no longer than evidence is kept', () => {
  const home = emptyHome();
  home.put(session, [1, 29, 31, 89, 91].map((age) => promptLine(`age ${age}`, now - age * dayMs)).join(''));
  home.put('.coppice/config.toml', '[evidence]\nretention_days = 90\n');
  expect(document(home).eventsAdded).toBe(2);
  expect(document(home, ['--days', '60']).eventsAdded).toBe(1);
  expect(document(home, ['--days', '365']).eventsAdded).toBe(1);
  expect(document(home, ['--days', '365']).filesSkipped).toBe(1);
});

test('evidence that is older than it is kept goes with the next backfill', () => {
  const home = emptyHome();
  home.put(session, promptLine('old', now - 20 * dayMs) + promptLine('new', now - dayMs));
  expect(document(home).eventsAdded).toBe(2);
  home.put('.coppice/config.toml', '[evidence]\nretention_days = 10\n');
  backfill(home);
  const report = ['evidence', 'report', '--days', '30', '--json'];
  const { stdout } = home.coppice(report, { environment: { COPPICE_NOW: String(now) } });
  expect(JSON.parse(stdout)).toMatchObject({ summary: { turns: 1 } });
  home.put('.coppice/config.toml', '');
  expect(document(home, ['--days', '90']).eventsAdded).toBe(0);
});

test('--limit reads the newest, and the next time goes on', () => {
  const home = emptyHome();
  for (const name of ['a', 'b', 'c'])
    home.put(`.claude/projects/p/${name}.jsonl`, promptLine(name, now, name));
  expect(document(home, ['--limit', '2'])).toMatchObject({ files: 2, eventsAdded: 2 });
  expect(document(home, ['--limit', '2'])).toMatchObject({ filesSkipped: 2, eventsAdded: 1 });
});

test('--agent and the configuration choose the agents; --path another folder', () => {
  const home = emptyHome();
  home.put(session, promptLine('hello', now));
  home.put('.coppice/sessions/a.jsonl', fixture('generic/session.jsonl'));
  home.put('old/hermes/session_1.json', fixture('hermes/session_every-signal.json'));
  expect(Object.keys(document(home, ['--agent', 'claude']).agents)).toEqual(['claude']);
  expect(Object.keys(document(home, ['--agent', 'claude', '--agent', 'generic']).agents).sort()).toEqual([
    'claude',
    'generic',
  ]);
  home.put('.coppice/config.toml', '[evidence]\nagents = ["generic"]\n');
  expect(Object.keys(document(home).agents)).toEqual(['generic']);
  const moved = document(home, ['--agent', 'hermes', '--path', 'old/hermes', '--days', '300']);
  expect(moved).toMatchObject({ files: 1, sessions: 1, agents: { hermes: { files: 1 } } });
});

test.each<[string, readonly string[], number, string]>([
  ['an unknown agent', ['--agent', 'clippy'], 1, 'clippy'],
  [
    'a path and no agent',
    ['--path', '.'],
    2,
    '--path needs one --agent, to know whose sessions they are (usage)',
  ],
  [
    'a path and two agents',
    ['--path', '.', '--agent', 'claude', '--agent', 'codex'],
    2,
    '--path needs one --agent',
  ],
  ['a path to nothing', ['--path', 'gone', '--agent', 'claude'], 1, '/gone (not-found)'],
  ['no days', ['--days', '0'], 1, '--days'],
  ['no number', ['--limit', 'few'], 1, '--limit'],
])('%s is refused in one line', (_, words, code, sentence) => {
  const home = emptyHome();
  const answer = backfill(home, words);
  expect([answer.code, answer.stdout]).toEqual([code, '']);
  expect(answer.stderr).toMatch(/^error: .*\n(?:hint: .*\n)?$/);
  expect(answer.stderr).toContain(sentence);
  expect(existsSync(join(home.path, '.coppice'))).toBe(false);
});

test('an agent that is not known in the configuration is refused with those that are', () => {
  const home = emptyHome();
  home.put('.coppice/config.toml', '[evidence]\nagents = ["clippy"]\n');
  const { code, stderr } = backfill(home);
  expect(code).toBe(1);
  expect(stderr).toMatch(/clippy.*\n(?:hint: .*claude, codex, gemini, opencode, hermes, generic.*\n)?/);
});

test.each([
  ['CLAUDE_CONFIG_DIR', ['a,b/projects/p/s.jsonl'], 'a,b', 'claude', 'claude/slash.jsonl'],
  ['CODEX_HOME', ['a/sessions/rollout-1.jsonl'], 'a', 'codex', 'codex/session.jsonl'],
  ['HERMES_HOME', ['a/sessions/session_1.json'], 'a', 'hermes', 'hermes/session_every-signal.json'],
  ['GEMINI_CLI_HOME', ['a/.gemini/tmp/p/chats/s.json'], 'a', 'gemini', 'gemini/session.json'],
  ['GEMINI_DATA_DIR', ['a/tmp/p/chats/s.json'], 'a', 'gemini', 'gemini/session.json'],
] as const)('%s is honoured', (variable, paths, folder, agent, name) => {
  const home = emptyHome();
  for (const path of paths) home.put(path, fixture(name));
  const value = join(home.path, folder);
  expect(document(home, ['--days', '365'], { [variable]: value }).agents).toMatchObject({
    [agent]: { files: paths.length, filesFailed: 0 },
  });
  expect(document(home).files).toBe(0);
});

test('OPENCODE_DB is honoured, and a database that is none is named', () => {
  const home = emptyHome();
  home.put('mine.db', 'no database, but long enough for a header of one. '.repeat(9));
  const path = join(home.path, 'mine.db');
  expect(document(home, [], { OPENCODE_DB: path }).failures).toEqual([
    { path, reason: 'it is not a database' },
  ]);
});

test('skills are used by it in the eyes of the curator, and not changed', () => {
  const home = emptyHome();
  const skill = '---\nname: draw\ndescription: Draws.\n---\nDraw.\n';
  home.put('.claude/skills/draw/SKILL.md', skill);
  home.put('.claude/projects/p/s.jsonl', fixture('claude/skill-call.jsonl'));
  backfill(home, ['--days', '90']);
  backfill(home, ['--days', '90']);
  const { stdout } = home.coppice(['usage', '--json'], { environment: { COPPICE_NOW: String(now) } });
  const [record] = JSON.parse(stdout).records.filter(({ id }: { id: string }) => id === 'claude:draw');
  expect(record).toMatchObject({ useCount: 1 });
  expect(record.lastUsedAt).toBe(Date.parse('2026-07-12T11:00:03.000Z'));
  expect(readFileSync(join(home.path, '.claude/skills/draw/SKILL.md'), 'utf8')).toBe(skill);
  expect(existsSync(join(home.path, '.coppice/ledger.jsonl'))).toBe(false);
});

test('secrets are redacted before anything is stored', () => {
  const home = emptyHome();
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  home.put(session, promptLine(`my token is ${token} and xyzzy-plugh-42`, now));
  backfill(home, [], { DEPLOY_PASSWORD: 'xyzzy-plugh-42' });
  const stored = ['evidence.sqlite', 'evidence.sqlite-wal']
    .map((name) => join(home.path, '.coppice', name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
  expect(stored).toContain('my token is ');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('xyzzy-plugh-42');
});

test('progress is drawn on a terminal, and taken away in the end', async () => {
  const home = emptyHome();
  home.put(session, promptLine('hello', now));
  const parsed = parseArguments(['evidence', 'backfill'], verbs);
  if (parsed.kind !== 'run') throw new Error('it was not understood');
  let drawn = '';
  const screen = { write: (text: string) => (drawn += text), isTTY: true, columns: 80 };
  await runEvidenceBackfill(
    {
      files: nodeFiles,
      clock: fixedClock(now),
      workingFolder: home.path,
      home: join(home.path, '.coppice'),
      userHome: home.path,
      platform: 'linux',
      environment: {},
      terminal: terminalOf({ stdout: screen, stderr: screen, environment: { TERM: 'xterm' } }),
      program: { executable: '', script: '' },
      readStdin: () => new Uint8Array(),
    },
    typedInput(parsed, 'evidence backfill'),
  );
  expect(drawn).toContain('reading sessions');
  expect(drawn.endsWith('\r\x1B[K')).toBe(true);
});
