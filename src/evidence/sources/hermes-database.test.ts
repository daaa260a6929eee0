import { afterEach, expect, test } from 'vitest';
import type { Observation } from '../../agents/sessions/observation.js';
import type { Database } from '../../system/sqlite.js';
import { addSession, firstAt, type SessionFixture, stateDatabase } from './hermes-database.fixture.js';
import { hermesState } from './hermes-database.js';

const opened: Database[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

async function databaseWith(...sessions: readonly SessionFixture[]): Promise<Database> {
  const database = await stateDatabase(sessions);
  opened.push(database);
  return database;
}

function read(database: Database, memory?: unknown) {
  const reading = hermesState.read(database, memory);
  const sessions = [...reading.sessions];
  return { sessions, memory: JSON.parse(JSON.stringify(reading.memory())), unreadable: reading.unreadable() };
}

function shown(sessions: readonly (readonly Observation[])[]): string[][] {
  return sessions.map((session) =>
    session.map((observation) =>
      'text' in observation ? `${observation.type} ${observation.text}` : observation.type,
    ),
  );
}

function said(...texts: readonly string[]) {
  return texts.map((content) => ({ role: 'user', content }));
}

test('a session is read in the order of its messages, with their own times', async () => {
  const calls = [{ id: 'call_0', function: { name: 'skill_view', arguments: '{"name":"pdf"}' } }];
  const database = await databaseWith({
    id: 's',
    messages: [
      { role: 'user', content: 'do it' },
      { role: 'assistant', content: 'now', tool_calls: calls },
      { role: 'tool', tool_call_id: 'call_0', content: '{"success":false,"error":"gone"}' },
      { role: 'assistant', content: [{ type: 'text', text: 'failed' }] },
    ],
  });
  database.exec(`UPDATE sessions SET ended_at = ${firstAt + 60}`);
  const at = (seconds: number) => ({ session: 's', at: (firstAt + seconds) * 1_000 });
  const key = expect.any(String);
  expect(read(database)).toMatchObject({
    sessions: [
      [
        { type: 'prompt', ...at(0), text: 'do it' },
        { type: 'reply', ...at(1), text: 'now' },
        { type: 'call', ...at(1), key, tool: 'skill_view', args: { name: 'pdf' } },
        { type: 'result', ...at(2), key, output: { success: false, error: 'gone' } },
        { type: 'reply', ...at(3), text: 'failed' },
        { type: 'end', ...at(60) },
      ],
    ],
    unreadable: 0,
  });
});

test('the row of a session says its facts and the model of its calls', async () => {
  const messages = [{ role: 'assistant', content: null, tool_calls: [{ id: 'call_0', name: 'terminal' }] }];
  const database = await databaseWith({ id: 's', messages });
  database.exec(`UPDATE sessions SET source = 'cron', model = 'm-1', parent_session_id = 'p', cwd = '/r'`);
  expect(read(database).sessions).toMatchObject([
    [
      { type: 'facts', session: 's', at: firstAt * 1_000, folder: '/r', root: 'p', isHeadless: true },
      { type: 'call', tool: 'terminal', model: 'm-1' },
    ],
  ]);
});

test('inactive messages are ignored', async () => {
  const messages = [{ role: 'user', content: 'taken back', active: 0 }, ...said('stays')];
  const database = await databaseWith({ id: 's', messages });
  expect(shown(read(database).sessions)).toEqual([['prompt stays']]);
});

test('older versions have fewer columns', async () => {
  const database = await databaseWith({ id: 's', messages: said('hello') });
  database.exec(`ALTER TABLE messages DROP COLUMN active; ALTER TABLE messages DROP COLUMN tool_call_id;
    ALTER TABLE sessions DROP COLUMN model_config; ALTER TABLE sessions DROP COLUMN source;
    ALTER TABLE sessions DROP COLUMN model; ALTER TABLE sessions DROP COLUMN cwd;
    ALTER TABLE sessions DROP COLUMN parent_session_id`);
  expect(shown(read(database).sessions)).toEqual([['prompt hello']]);
});

test('nothing was typed in the session of a subagent', async () => {
  const database = await databaseWith({ id: 's', messages: said('the task of its parent') });
  addSession(database, { id: 's', messages: [{ role: 'assistant', content: 'done' }] });
  database.exec(`UPDATE sessions SET model_config = '{"_delegate_from":"p"}'`);
  expect(shown(read(database).sessions)).toEqual([['reply done']]);
});

test('only sessions that changed are read again, newest first, and each as a whole', async () => {
  const database = await databaseWith(
    { id: 'a', messages: said('a1') },
    { id: 'b', messages: said('b1') },
    { id: 'c', messages: said('c1') },
  );
  const first = read(database);
  expect(shown(first.sessions)).toEqual([['prompt c1'], ['prompt b1'], ['prompt a1']]);
  expect(shown(read(database, first.memory).sessions)).toEqual([]);
  addSession(database, { id: 'b', messages: [{ role: 'assistant', content: 'b2' }] });
  database.exec(`UPDATE sessions SET ended_at = ${firstAt + 60} WHERE id = 'a'`);
  const second = read(database, first.memory);
  expect(shown(second.sessions)).toEqual([
    ['prompt b1', 'reply b2'],
    ['prompt a1', 'end'],
  ]);
  expect(read(database, second.memory).sessions).toEqual([]);
});

test('what is written while the sessions are read is for the next reading', async () => {
  const database = await databaseWith({ id: 'a', messages: said('a1') });
  const reading = hermesState.read(database);
  addSession(database, { id: 'b', messages: said('b1') });
  expect(shown([...reading.sessions])).toContainEqual(['prompt a1']);
  addSession(database, { id: 'c', messages: said('c1') });
  expect(shown(read(database, reading.memory()).sessions)).toEqual([['prompt c1'], ['prompt b1']]);
});

test.each([[{ messageId: 1_000, endedAt: 0 }], [{ messageId: 'junk' }], ['junk'], [null]])(
  'with the memory %j, of another database or of none, all is read',
  async (memory) => {
    const database = await databaseWith({ id: 'a', messages: said('a1') });
    expect(read(database, memory).sessions).toHaveLength(1);
  },
);

test('an end in the far future hides no other', async () => {
  const database = await databaseWith({ id: 'a', messages: said('a1') }, { id: 'b', messages: said('b1') });
  database.exec(`UPDATE sessions SET ended_at = 5e246 WHERE id = 'a'`);
  const { memory } = read(database);
  database.exec(`UPDATE sessions SET ended_at = ${firstAt + 60} WHERE id = 'b'`);
  expect(shown(read(database, memory).sessions)).toEqual([['prompt b1', 'end']]);
});

test('unreadable rows are counted, and their other fields are kept', async () => {
  const database = await databaseWith({ id: 's', messages: said('one', 'two') });
  database.exec(`UPDATE messages SET tool_calls = '[{' WHERE content = 'one';
    INSERT INTO messages (session_id, content) VALUES ('s', 'no role')`);
  const { sessions, unreadable } = read(database);
  expect(shown(sessions)).toEqual([['prompt one', 'prompt two']]);
  expect(unreadable).toBe(2);
});

test('a message is cut at a mebibyte', async () => {
  const database = await databaseWith({ id: 's', messages: said('é'.repeat(2 ** 20)) });
  const [[prompt] = []] = read(database).sessions;
  expect(prompt).toMatchObject({ text: 'é'.repeat(2 ** 19) });
});
