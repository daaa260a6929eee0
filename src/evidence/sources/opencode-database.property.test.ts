import fc from 'fast-check';
import { expect, test } from 'vitest';

import { openDatabase } from '../../system/sqlite.js';
import { aCell } from './foreign-database.arbitrary.js';
import { opencodeDatabase } from './opencode-database.js';

const anId = fc.oneof(fc.constantFrom('s', 't'), aCell);
const aTime = fc.oneof(fc.nat(), aCell);
const someData = fc.oneof(
  aCell,
  fc
    .record(
      {
        type: fc.constantFrom('text', 'tool', 'skill'),
        role: fc.constantFrom('user', 'assistant', 5),
        text: fc.jsonValue(),
        tool: fc.jsonValue(),
        name: fc.jsonValue(),
        callID: fc.jsonValue(),
        content: fc.jsonValue(),
        state: fc.oneof(
          fc.jsonValue(),
          fc.record({
            status: fc.constantFrom('completed', 'error'),
            input: fc.jsonValue(),
            time: fc.jsonValue(),
          }),
        ),
        time: fc.oneof(fc.jsonValue(), fc.record({ created: fc.jsonValue() })),
        modelID: fc.jsonValue(),
        model: fc.jsonValue(),
        tokens: fc.oneof(fc.jsonValue(), fc.record({ output: fc.jsonValue(), reasoning: fc.jsonValue() })),
        error: fc.oneof(fc.jsonValue(), fc.constant({ name: 'MessageAbortedError' })),
      },
      { requiredKeys: [] },
    )
    .map((data) => JSON.stringify(data)),
);

/** Cells of any type, in tables without types and rules. */
const tables = {
  session: fc.tuple(anId, aCell, aTime, aCell),
  message: fc.tuple(anId, anId, aTime, aTime, someData),
  part: fc.tuple(anId, anId, anId, aTime, aTime, someData),
  session_message: fc.tuple(
    anId,
    anId,
    fc.oneof(fc.constantFrom('user', 'assistant', 'skill'), aCell),
    aCell,
    aTime,
    aTime,
    someData,
  ),
};

test('rows of any content are read or counted', async () => {
  const database = await openDatabase(':memory:');
  database.exec(`CREATE TABLE session (id, parent_id, time_updated, directory);
    CREATE TABLE message (id, session_id, time_created, time_updated, data);
    CREATE TABLE part (id, message_id, session_id, time_created, time_updated, data);
    CREATE TABLE session_message (id, session_id, type, seq, time_created, time_updated, data)`);
  const someRows = fc.record({
    session: fc.array(tables.session, { minLength: 1, maxLength: 3 }),
    message: fc.array(tables.message, { maxLength: 3 }),
    part: fc.array(tables.part, { maxLength: 4 }),
    session_message: fc.array(tables.session_message, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(someRows, aCell, (rows, memory) => {
      for (const [table, added] of Object.entries(rows)) {
        database.exec(`DELETE FROM ${table}`);
        for (const row of added)
          database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row);
      }
      for (const from of [undefined, memory]) {
        const reading = opencodeDatabase.read(database, from);
        for (const { at } of [...reading.sessions].flat()) expect(Number.isSafeInteger(at)).toBe(true);
        expect(reading.unreadable()).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 200 },
  );
  database.close();
});
