import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Observation } from '../../agents/sessions/observation.js';
import { sentence } from '../../agents/sessions/reader.fixture.js';
import type { Database } from '../../system/sqlite.js';
import {
  addMessage,
  addNewMessage,
  addSession,
  opencodeFixture,
  sessionAt,
} from './opencode-database.fixture.js';
import { opencodeDatabase } from './opencode-database.js';

let database: Database;

beforeEach(async () => {
  database = await opencodeFixture();
});

afterEach(() => {
  database.close();
});

function read(memory?: unknown) {
  const reading = opencodeDatabase.read(database, memory);
  const sessions = [...reading.sessions];
  return { sessions, memory: JSON.parse(JSON.stringify(reading.memory())), unreadable: reading.unreadable() };
}

function only(type: Observation['type']) {
  return read()
    .sessions.flat()
    .filter((observation) => observation.type === type);
}

function at(after: number) {
  return { session: 's', at: sessionAt + after };
}

function text(words: string, more = {}) {
  return { type: 'text', text: words, ...more };
}

function tool(callID: string | undefined, name: string, state: Readonly<Record<string, unknown>>) {
  return {
    type: 'tool',
    tool: name,
    callID,
    state: { time: { start: sessionAt, end: sessionAt + 5 }, ...state },
  };
}

const longId = 'toolu_01A2b3C4d5E6f7G8h9J0';

test('a session of the older generation is read part by part', () => {
  addSession(database, 's');
  addMessage(
    database,
    { session: 's', after: 0 },
    'user',
    text('do it'),
    text('a file', { synthetic: true }),
  );
  addMessage(
    database,
    { session: 's', after: 10 },
    'assistant',
    { type: 'step-start' },
    { type: 'reasoning', text: 'hm' },
    text('I load it'),
    tool(longId, 'skill', {
      status: 'completed',
      input: { name: 'pdf' },
      output: '<skill_content name="pdf">',
      metadata: { name: 'pdf', dir: '/h/skills/pdf' },
      time: { start: sessionAt + 20, end: sessionAt + 27 },
    }),
    tool('call_1', 'bash', {
      status: 'running',
      input: { command: 'make' },
      time: { start: sessionAt + 30 },
    }),
  );
  expect(read()).toEqual({
    sessions: [
      [
        { type: 'prompt', ...at(0), key: expect.any(String), text: 'do it' },
        { type: 'reply', ...at(10), text: 'I load it' },
        { type: 'call', ...at(20), key: longId, tool: 'skill', args: { name: 'pdf' } },
        {
          type: 'result',
          ...at(27),
          key: longId,
          output: '<skill_content name="pdf">',
          isError: false,
          durationMs: 7,
        },
        { type: 'located', ...at(27), key: longId, folder: '/h/skills/pdf' },
        {
          type: 'call',
          ...at(30),
          key: expect.stringContaining('call_1'),
          tool: 'bash',
          args: { command: 'make' },
        },
      ],
    ],
    memory: { updatedAt: sessionAt + 10 },
    unreadable: 0,
  });
});

test('a session of the newer generation is read message by message', () => {
  addSession(database, 's');
  addNewMessage(database, { session: 's', after: 0 }, 'user', { text: 'do it' });
  addNewMessage(database, { session: 's', after: 1 }, 'synthetic', { text: 'not typed' });
  addNewMessage(database, { session: 's', after: 2 }, 'skill', { skill: 'pdf', name: 'pdf', text: 'body' });
  addNewMessage(database, { session: 's', after: 3 }, 'shell', { command: 'make', output: 'Error' });
  addNewMessage(database, { session: 's', after: 4 }, 'assistant', {
    content: [
      text('I try'),
      { type: 'reasoning', text: 'hm' },
      {
        type: 'tool',
        id: longId,
        name: 'skill',
        time: { created: sessionAt + 5, ran: sessionAt + 6, completed: sessionAt + 9 },
        state: {
          status: 'error',
          input: { id: 'docx' },
          content: [],
          error: { type: 'unknown', message: 'gone' },
        },
      },
      {
        type: 'tool',
        id: 'call_1',
        name: 'bash',
        time: { created: sessionAt + 10 },
        state: { status: 'completed', input: {}, content: [text('one'), { type: 'file' }, text('two')] },
      },
    ],
  });
  const key = expect.any(String);
  expect(read().sessions).toEqual([
    [
      { type: 'prompt', ...at(0), key, text: 'do it' },
      { type: 'load', ...at(2), key, skill: { name: 'pdf' } },
      { type: 'reply', ...at(4), text: 'I try' },
      { type: 'call', ...at(6), key: longId, tool: 'skill', args: { id: 'docx', name: 'docx' } },
      { type: 'result', ...at(9), key: longId, output: 'gone', isError: true, durationMs: 3 },
      { type: 'call', ...at(10), key, tool: 'bash', args: {} },
      { type: 'result', ...at(10), key, output: 'one\ntwo', isError: false },
    ],
  ]);
});

test.each([
  [
    { status: 'completed', output: 'fine' },
    { output: 'fine', isError: false },
  ],
  [
    { status: 'completed', output: 'no', metadata: { exit: 2 } },
    { output: 'Exit code 2\nno', isError: true },
  ],
  [
    { status: 'completed', output: 'yes', metadata: { exit: 0 } },
    { output: 'yes', isError: false },
  ],
  [
    { status: 'error', error: 'it broke' },
    { output: 'it broke', isError: true },
  ],
  [
    { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
    { output: '', isError: true, ended: 'refused' },
  ],
  [
    {
      status: 'error',
      error:
        'The user rejected permission to use this specific tool call with the following feedback: use port 2222',
    },
    { output: 'use port 2222', isError: true, ended: 'refused' },
  ],
  [
    { status: 'error', error: 'Tool execution aborted', metadata: { interrupted: true } },
    { output: 'Tool execution aborted', isError: true, ended: 'interrupted' },
  ],
  [{ status: 'completed' }, { output: '', isError: false }],
])('the state %j becomes %j', (state, result) => {
  addSession(database, 's');
  addMessage(database, { session: 's', after: 0 }, 'assistant', tool('call_1', 'bash', state));
  expect(only('result')).toMatchObject([result]);
});

test('the tool of a server cannot speak for the user', () => {
  addSession(database, 's');
  const error = 'The user rejected permission to use this specific tool call with the following feedback: x';
  addMessage(
    database,
    { session: 's', after: 0 },
    'assistant',
    tool('call_1', 'server_tool', { status: 'error', error }),
  );
  expect(only('result')).toMatchObject([{ output: '', ended: 'refused' }]);
});

test('a message names its model, its tokens are on its first call, and an abort follows what it did', () => {
  addSession(database, 's', null, '/r');
  const fields = {
    modelID: 'm-1',
    providerID: 'p',
    tokens: { input: 9, output: 20, reasoning: 5 },
    error: { name: 'MessageAbortedError', data: { message: 'aborted' } },
  };
  const pending = (id: string) => tool(id, 'bash', { status: 'pending', input: {} });
  addMessage(database, { session: 's', after: 0 }, 'user', text('go'));
  addMessage(
    database,
    { session: 's', after: 1, fields },
    'assistant',
    text('I go'),
    pending(longId),
    pending('call_1'),
  );
  addMessage(database, { session: 's', after: 2, fields }, 'assistant');
  addMessage(database, { session: 's', after: 3 }, 'user', text('no'));
  addMessage(database, { session: 's', after: 4, fields }, 'assistant');
  const [observations = []] = read().sessions;
  expect(observations.map(sentence).map((each) => each.replace(/(?<=call )s:\S+/, 'short'))).toEqual([
    'facts {"folder":"/r"}',
    expect.stringMatching(/^prompt .*: go$/),
    'reply: I go',
    `call ${longId} of bash by m-1 for 25 tokens`,
    'call short of bash by m-1',
    `interruption interruption:${sessionAt + 1}`,
    `interruption interruption:${sessionAt + 2}`,
    expect.stringMatching(/^prompt .*: no$/),
    `interruption interruption:${sessionAt + 4}`,
  ]);
});

test('a message of the newer generation names the same', () => {
  addSession(database, 's');
  const call = (id: string) => ({ type: 'tool', id, name: 'bash', state: { status: 'pending', input: {} } });
  addNewMessage(database, { session: 's', after: 0 }, 'assistant', {
    model: { id: 'm-1', providerID: 'p' },
    tokens: { input: 9, output: 20, reasoning: 5 },
    content: [text('I go'), call(longId), call(`${longId}x`)],
    error: { name: 'MessageAbortedError' },
  });
  expect(read().sessions.flat().map(sentence)).toEqual([
    'reply: I go',
    `call ${longId} of bash by m-1 for 25 tokens`,
    `call ${longId}x of bash by m-1`,
    `interruption interruption:${sessionAt}`,
  ]);
});

test('a session that is written in both generations counts once', () => {
  addSession(database, 's');
  addMessage(database, { session: 's', after: 0 }, 'user', text('do it'));
  addNewMessage(database, { session: 's', after: 0 }, 'user', { text: 'do it' });
  expect(read().sessions.flat()).toHaveLength(1);
});

test('a forked session has the prompts and the calls of the one it was made from', () => {
  for (const session of ['s', 'fork']) {
    addSession(database, session);
    addMessage(database, { session, after: 0 }, 'user', text('do it'));
    addMessage(
      database,
      { session, after: 1 },
      'assistant',
      tool(longId, 'bash', { status: 'pending', input: {} }),
    );
  }
  const [one, other] = read().sessions.map((session) =>
    session.map((observation) => 'key' in observation && observation.key),
  );
  expect(one).toEqual(other);
});

test('calls and turns count as often as they came', () => {
  addSession(database, 's');
  const call = (id?: string) => tool(id, 'bash', { status: 'pending', input: {} });
  addMessage(database, { session: 's', after: 0 }, 'user', text('again'));
  addMessage(
    database,
    { session: 's', after: 1 },
    'assistant',
    call(),
    call(),
    call('call_1'),
    call('call_1'),
  );
  addMessage(database, { session: 's', after: 2 }, 'user', text('again'));
  const keys = [...only('call'), ...only('prompt')].map(
    (observation) => 'key' in observation && observation.key,
  );
  expect(new Set(keys).size).toBe(6);
});

test('nothing was typed in the session of a subagent', () => {
  addSession(database, 's', 'parent');
  addMessage(database, { session: 's', after: 0 }, 'user', text('the task of its parent'));
  addMessage(database, { session: 's', after: 1 }, 'assistant', text('done'));
  expect(read().sessions).toEqual([
    [
      { type: 'facts', ...at(0), root: 'parent' },
      { type: 'reply', ...at(1), text: 'done' },
    ],
  ]);
});

test('only sessions that changed are read again, newest first, and each as a whole', () => {
  for (const [index, session] of ['a', 'b', 'c'].entries()) {
    addSession(database, session);
    addMessage(database, { session, after: 10 + index }, 'user', text(session));
  }
  const shown = (sessions: readonly (readonly Observation[])[]) =>
    sessions.map((session) => session.map((observation) => observation.session).join(' '));
  const first = read();
  expect(shown(first.sessions)).toEqual(['c', 'b', 'a']);
  // What was written in that millisecond may not have been complete.
  expect(shown(read(first.memory).sessions)).toEqual(['c']);
  database.exec(`UPDATE part SET time_updated = ${sessionAt + 50} WHERE session_id = 'a'`);
  addMessage(database, { session: 'b', after: 60 }, 'assistant', text('b'));
  const second = read(first.memory);
  expect(shown(second.sessions)).toEqual(['b b', 'a', 'c']);
  expect(second.memory).toEqual({ updatedAt: sessionAt + 60 });
});

test('a time in the far future hides no other session', () => {
  addSession(database, 's');
  addMessage(database, { session: 's', after: 0 }, 'user', text('do it'));
  database.exec(`INSERT INTO session VALUES ('far', NULL, 0, ${2 ** 52}, NULL)`);
  expect(read().memory).toEqual({ updatedAt: sessionAt });
});

test.each([
  ['part', 1],
  ['session_message', 1],
])('a database without the table %s is read', (table, sessions) => {
  addSession(database, 's');
  addMessage(database, { session: 's', after: 0 }, 'user', text('do it'));
  addNewMessage(database, { session: 's', after: 0 }, 'user', { text: 'do it' });
  database.exec(`DROP TABLE ${table}; ALTER TABLE session DROP COLUMN parent_id;
    ALTER TABLE session DROP COLUMN directory; ALTER TABLE session DROP COLUMN time_created`);
  expect(read().sessions).toHaveLength(sessions);
});

test('rows that cannot be read are counted, and hide no others', () => {
  addSession(database, 's');
  addMessage(database, { session: 's', after: 0 }, 'user', text('one'), text('two'), null, [], {
    type: 'tool',
  });
  database.exec(`UPDATE part SET data = '{' WHERE data LIKE '%one%'`);
  const { sessions, unreadable } = read();
  expect(sessions).toMatchObject([[{ text: 'two' }]]);
  expect(unreadable).toBe(1);
});
