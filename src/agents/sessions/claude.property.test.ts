import fc from 'fast-check';
import { expect, test } from 'vitest';

import { claudeFormat } from './claude.js';
import { mutatedText } from './mutate.arbitrary.js';
import { fixture, readText } from './reader.fixture.js';

const sessions = ['skill-call', 'slash', 'compacted', 'agent-7f3a', 'stopped', 'headless'];
const text = sessions.map((name) => fixture(`claude/${name}.jsonl`)).join('');

test('an interrupted reading gives the same observations', () => {
  const whole = readText(claudeFormat, text);
  for (const index of text.split('\n').keys()) expect(readText(claudeFormat, text, index)).toEqual(whole);
});

test('no damage makes the reader throw, wherever a damaged file is split', () => {
  fc.assert(
    fc.property(mutatedText(text), fc.nat({ max: 70 }), (damaged, split) => {
      const { observations, unreadable } = readText(claudeFormat, damaged, split);
      expect({ observations, unreadable }).toEqual(readText(claudeFormat, damaged));
      for (const { at, session } of observations) {
        expect(Number.isSafeInteger(at)).toBe(true);
        expect(session).not.toBe('');
      }
    }),
    { numRuns: 500 },
  );
});
