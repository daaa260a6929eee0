import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCell } from './foreign-database.arbitrary.js';
import { stateDatabase } from './hermes-database.fixture.js';
import { hermesState } from './hermes-database.js';

const anId = fc.oneof(fc.constantFrom('s', 't'), aCell);

test('rows of any content are read or counted', async () => {
  const database = await stateDatabase();
  // Without their types and rules, so that every cell can hold anything.
  database.exec(`DROP TABLE messages; DROP TABLE sessions;
    CREATE TABLE sessions (id, model_config, started_at, ended_at);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, tool_call_id, tool_calls, timestamp, active)`);
  const aSession = fc.tuple(anId, aCell, aCell, aCell);
  const aRole = fc.oneof(fc.constantFrom('user', 'assistant', 'tool'), aCell);
  const aMessage = fc.tuple(anId, aRole, aCell, aCell, aCell, aCell, fc.oneof(fc.constant(1), aCell));
  fc.assert(
    fc.property(
      fc.array(aSession, { maxLength: 3 }),
      fc.array(aMessage, { maxLength: 5 }),
      aCell,
      (sessions, messages, memory) => {
        database.exec('DELETE FROM sessions; DELETE FROM messages');
        const addSession = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)');
        for (const session of sessions) addSession.run(...session);
        const addMessage = database.prepare('INSERT INTO messages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
        for (const message of messages) addMessage.run(...message);
        for (const from of [undefined, memory]) {
          const reading = hermesState.read(database, from);
          for (const { at } of [...reading.sessions].flat()) expect(Number.isSafeInteger(at)).toBe(true);
          expect(reading.unreadable()).toBeLessThanOrEqual(sessions.length + messages.length);
        }
      },
    ),
    { numRuns: 150 },
  );
  database.close();
});
