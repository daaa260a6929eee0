import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hermesDocument } from '../../agents/sessions/hermes.js';
import { mutatedText } from '../../agents/sessions/mutate.arbitrary.js';
import { stateDatabase } from './hermes-database.fixture.js';
import { hermesState } from './hermes-database.js';

const transcript = { name: 'session_s.json', mtimeMs: Date.UTC(2026, 0, 31) };
const fixture = readFileSync(
  new URL('../../agents/sessions/fixtures/hermes/session_every-signal.json', import.meta.url),
  'utf8',
);

test('no document is too broken to be read or refused', () => {
  fc.assert(
    fc.property(mutatedText(fixture), (text) => {
      hermesDocument(text, transcript);
    }),
    { numRuns: 500 },
  );
});

test('arguments that are nested without end are borne', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const call = (args: string) =>
    `{"messages":[{"role":"assistant","tool_calls":[{"name":"x","arguments":${args}}]}]}`;
  for (const args of [deep, JSON.stringify(deep)]) {
    expect(hermesDocument(call(args), transcript)).toHaveLength(1);
  }
});

const aText = fc.constantFrom('go on', 'no, that is wrong', '[{"text":"x"}]', 'a\0b');
const anId = fc.constantFrom(undefined, 'call_0', 'call_1', 'call_abcdefghijklmnopqrstuvwx');
const aMessage = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.oneof(aText, partsOf(aText)) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constant(null),
    tool_calls: fc.array(
      fc.record({
        id: anId,
        function: fc.record({
          name: fc.constantFrom('terminal', 'skill_view'),
          arguments: fc.constantFrom('{"name":"pdf"}', '{}', 'junk'),
        }),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ role: fc.constant('tool'), tool_call_id: anId, content: aText }),
);

function partsOf(text: fc.Arbitrary<string>) {
  return fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 2 });
}

test('the same conversation has the same keys in a document and in the database', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aMessage, { maxLength: 12 }), async (messages) => {
      const database = await stateDatabase([{ id: 's', messages }]);
      const [inDatabase = []] = hermesState.read(database).sessions;
      const inDocument = hermesDocument(JSON.stringify({ session_id: 's', messages }), transcript) ?? [];
      const withoutTimes = (observations: typeof inDatabase) =>
        observations.map(({ at: _, ...rest }) => rest);
      expect(withoutTimes(inDatabase)).toEqual(withoutTimes(inDocument));
      database.close();
    }),
    { numRuns: 100 },
  );
});
