import { expect, test } from 'vitest';
import { type SessionAgent, sessionAgents } from '../../agents/sessions/reader.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import { putInto } from '../backfill.world.js';
import { findSources, type SourceOptions } from './find-sources.js';

const machine: SourceOptions = { home: '/u/.coppice', userHome: '/u', environment: {} };

function found(
  paths: readonly string[],
  changes: Partial<SourceOptions> = {},
  agents: readonly SessionAgent[] = sessionAgents,
) {
  const files = filesOn(memoryDisk());
  for (const path of paths) putInto(files, path, 'x');
  const { sources, failures } = findSources(files, agents, { ...machine, ...changes });
  expect(failures).toEqual([]);
  return sources.map(({ agent, form, path }) => `${agent} ${form} ${path}`).sort();
}

test.each<[SessionAgent, readonly string[], readonly string[]]>([
  [
    'claude',
    [
      'claude lines /u/.claude/projects/p/s.jsonl',
      'claude lines /u/.claude/projects/p/s/subagents/agent-1.jsonl',
    ],
    ['/u/.claude/history.jsonl', '/u/.claude/projects/p/notes.md', '/u/.claude/todos/a.json'],
  ],
  [
    'codex',
    [
      'codex lines /u/.codex/sessions/2026/08/01/rollout-1.jsonl',
      'codex zstd-lines /u/.codex/archived_sessions/rollout-2.jsonl.zst',
    ],
    ['/u/.codex/history.jsonl', '/u/.codex/sessions/other.jsonl', '/u/.codex/sessions/rollout-3.json'],
  ],
  [
    'gemini',
    [
      'gemini document /u/.gemini/tmp/p/chats/session-1.json',
      'gemini document /u/.gemini/tmp/p/chats/session-2.jsonl',
    ],
    ['/u/.gemini/tmp/p/logs.json', '/u/.gemini/settings.json'],
  ],
  [
    'opencode',
    ['opencode database /u/.local/share/opencode/opencode.db'],
    ['/u/.local/share/opencode/opencode.db-wal', '/u/.local/share/opencode/storage/other.db'],
  ],
  [
    'hermes',
    [
      'hermes database /u/.hermes/profiles/work/state.db',
      'hermes database /u/.hermes/state.db',
      'hermes document /u/.hermes/profiles/work/sessions/session_2.json',
      'hermes document /u/.hermes/sessions/session_1.json',
    ],
    ['/u/.hermes/skills/x/session_3.json', '/u/.hermes/sessions/other.json', '/u/.hermes/cache/state.db'],
  ],
  ['generic', ['generic lines /u/.coppice/sessions/any/s.jsonl'], ['/u/.coppice/evidence.spool.jsonl']],
])('the sessions of %s are found, and nothing else', (_, sessions, others) => {
  const paths = sessions.map((source) => source.split(' ')[2] ?? '');
  expect(found([...paths, ...others])).toEqual([...sessions].sort());
});

test.each<[string, string, readonly string[]]>([
  ['CLAUDE_CONFIG_DIR', '/a', ['/a/projects/p/s.jsonl']],
  ['CLAUDE_CONFIG_DIR', '/a,/b/', ['/a,/b/projects/p/s.jsonl']],
  ['CODEX_HOME', '/a', ['/a/sessions/rollout-1.jsonl']],
  ['GEMINI_CLI_HOME', '/a', ['/a/.gemini/tmp/p/chats/s.json']],
  ['GEMINI_DATA_DIR', '/a', ['/a/tmp/p/chats/s.json']],
  ['HERMES_HOME', '/a', ['/a/state.db']],
  ['XDG_DATA_HOME', '/a', ['/a/opencode/opencode.db']],
  ['OPENCODE_DATA_DIR', '/a', ['/a/opencode.db']],
  ['OPENCODE_DB', '/a/mine.db', ['/a/mine.db']],
])('%s=%s moves the sessions', (name, value, paths) => {
  const defaults = [
    '/u/.claude/projects/p/s.jsonl',
    '/u/.codex/sessions/rollout-1.jsonl',
    '/u/.hermes/state.db',
  ];
  const files = found([...paths, ...defaults], { environment: { [name]: value } });
  expect(files.map((source) => source.split(' ')[2]).filter((path) => !path?.startsWith('/u/'))).toEqual(
    paths,
  );
  const agent = name.slice(0, name.indexOf('_')).toLowerCase();
  expect(files.filter((source) => source.startsWith(`${agent} `) && source.includes(' /u/'))).toEqual([]);
});

test('a database of OpenCode can be relative to its data folder, or exist only in memory', () => {
  const byDefault = '/u/.local/share/opencode/opencode.db';
  const own = '/a/opencode/mine.db';
  const environment = { OPENCODE_DB: 'mine.db', XDG_DATA_HOME: '/a' };
  expect(found([byDefault, own], { environment })).toEqual([`opencode database ${own}`]);
  expect(found([byDefault, own], { environment: { OPENCODE_DB: ':memory:' } })).toEqual([]);
});

test('sessions that older versions and other programs wrote elsewhere are still read', () => {
  const legacy = '/u/.config/claude/projects/p/s.jsonl';
  expect(found([legacy])).toEqual([`claude lines ${legacy}`]);
  expect(found([legacy], { environment: { CLAUDE_CONFIG_DIR: '/a' } })).toEqual([]);
  const both = ['/u/.gemini/tmp/p/chats/s.json', '/a/tmp/p/chats/s.json'];
  expect(found(both, { environment: { GEMINI_DATA_DIR: '/a' } })).toHaveLength(2);
});

test('an empty variable counts as unset', () => {
  expect(found(['/u/.codex/sessions/rollout-1.jsonl'], { environment: { CODEX_HOME: '' } })).toHaveLength(1);
});

test.each<[SessionAgent, string, string, number]>([
  ['claude', '/old', '/old/deep/down/s.jsonl', 1],
  ['claude', '/old/s.jsonl', '/old/s.jsonl', 1],
  ['hermes', '/old', '/old/session_1.json', 1],
  ['gemini', '/old', '/old/session-1.json', 1],
  ['gemini', '/old', '/old/p/chats/session-1.json', 1],
  ['opencode', '/old/opencode.db', '/old/opencode.db', 1],
  ['claude', '/old', '/u/.claude/projects/p/s.jsonl', 0],
])('for %s, only %s is searched: %s', (agent, only, path, count) => {
  expect(found([path], { only }, [agent])).toHaveLength(count);
});

test('an agent that is named twice, and a folder that is spelled in two ways, count once', () => {
  const environment = { CLAUDE_CONFIG_DIR: '/a//' };
  expect(found(['/a/projects/p/s.jsonl'], { environment }, ['claude', 'claude'])).toHaveLength(1);
});

test('the newest source comes first; a database is as new as its write-ahead log', () => {
  const files = filesOn(memoryDisk());
  putInto(files, '/u/.hermes/state.db', 'x');
  putInto(files, '/u/.claude/projects/p/old.jsonl', 'x');
  putInto(files, '/u/.claude/projects/p/new.jsonl', 'x');
  putInto(files, '/u/.hermes/state.db-wal', 'xyz');
  const { sources } = findSources(files, sessionAgents, machine);
  expect(sources.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))).toEqual([
    'state.db',
    'new.jsonl',
    'old.jsonl',
  ]);
  expect(sources[0]?.stat.sizeBytes).toBe(4);
});

test('folders are searched only to a limited depth', () => {
  const deep = (depth: number) => `/u/.claude/projects/${'d/'.repeat(depth)}s.jsonl`;
  expect(found([deep(8), deep(9)])).toEqual([`claude lines ${deep(8)}`]);
});
