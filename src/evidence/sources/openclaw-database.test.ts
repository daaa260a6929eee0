import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../system/sqlite.js';
import { openclawDatabase } from './openclaw-database.js';

const at = Date.UTC(2026, 7, 1);

async function databaseWith(...sessions: readonly (readonly [id: string, entries: readonly unknown[]])[]) {
  const database = await openDatabase(':memory:');
  database.exec(`CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL,
    event_json TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq)) WITHOUT ROWID`);
  for (const [id, entries] of sessions) add(database, id, ...entries);
  return database;
}

function add(database: Database, id: string, ...entries: readonly unknown[]): void {
  const insert = database.prepare(
    `INSERT INTO transcript_events
     SELECT ?, coalesce(max(seq), 0) + 1, ?, ? FROM transcript_events WHERE session_id = ?`,
  );
  for (const entry of entries)
    insert.run(id, typeof entry === 'string' ? entry : JSON.stringify(entry), at, id);
}

function said(text: string): object {
  return { type: 'message', message: { role: 'user', content: text } };
}

function read(database: Database, memory?: unknown) {
  const reading = openclawDatabase.read(database, memory);
  const texts = [...reading.sessions].map((session) =>
    session.map((one) => `${one.session} ${one.at} ${'text' in one ? one.text : one.type}`),
  );
  return { texts, memory: reading.memory(), unreadable: reading.unreadable() };
}

test('the entries of a session are read like lines of Pi, with the times of their rows', async () => {
  const call = { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: '/k/pdf/SKILL.md' } };
  const database = await databaseWith([
    'a',
    [
      { type: 'session', id: 'a', cwd: '/w' },
      said('hello'),
      { type: 'message', message: { role: 'assistant', content: [call] } },
      { type: 'message', message: { role: 'toolResult', toolCallId: 'c1', content: 'x', isError: false } },
    ],
  ]);
  expect(read(database).texts).toEqual([
    [`a ${at} facts`, `a ${at} hello`, `a ${at} call`, `a ${at} result`],
  ]);
});

test('only sessions that changed are read again, each as a whole', async () => {
  const database = await databaseWith(['a', [said('a1')]], ['b', [said('b1')]]);
  const first = read(database);
  expect(first.texts).toHaveLength(2);
  expect(read(database, first.memory).texts).toEqual([]);
  add(database, 'b', said('b2'));
  const second = read(database, JSON.parse(JSON.stringify(first.memory)));
  expect(second.texts).toEqual([[`b ${at} b1`, `b ${at} b2`]]);
  expect(read(database, second.memory).texts).toEqual([]);
});

test('an entry that is not JSON is counted, and the others are read', async () => {
  const database = await databaseWith(['a', [said('one'), '{"type":', said('two')]]);
  expect(read(database)).toMatchObject({ texts: [[`a ${at} one`, `a ${at} two`]], unreadable: 1 });
});

test('no memory and no entry makes the reader throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 4 }), async (memory, entries) => {
      const database = await databaseWith(['a', entries]);
      expect(() => read(database, memory)).not.toThrow();
      database.close();
    }),
    { numRuns: 100 },
  );
});
