import fc from 'fast-check';
import { expect, test } from 'vitest';

import { genericFormat } from './generic.js';
import { mutatedText } from './mutate.arbitrary.js';
import { fixture, readText } from './reader.fixture.js';

const text = fixture('generic/session.jsonl');

test('an interrupted reading gives the same observations', () => {
  const whole = readText(genericFormat, text);
  for (const index of text.split('\n').keys()) expect(readText(genericFormat, text, index)).toEqual(whole);
});

test('no damage makes the reader throw, wherever a damaged file is split', () => {
  fc.assert(
    fc.property(mutatedText(text), fc.nat({ max: 16 }), (damaged, split) => {
      expect(readText(genericFormat, damaged, split)).toEqual(readText(genericFormat, damaged));
    }),
    { numRuns: 500 },
  );
});

test('calls without an id count separately, even if they are equal', () => {
  const aCall = fc.record({
    type: fc.constant('call'),
    session: fc.constantFrom('a', 'b'),
    tool: fc.constantFrom('x', 'y'),
  });
  fc.assert(
    fc.property(fc.array(aCall, { maxLength: 12 }), fc.nat({ max: 12 }), (calls, split) => {
      const lines = calls.map((call) => JSON.stringify({ ...call, at: 1_785_571_204_000 }));
      const { observations } = readText(genericFormat, lines.join('\n'), split);
      const keys = new Set(observations.map((observed) => ('key' in observed ? observed.key : '')));
      expect(keys.size).toBe(calls.length);
    }),
    { numRuns: 200 },
  );
});
