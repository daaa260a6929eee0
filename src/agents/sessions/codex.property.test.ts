import fc from 'fast-check';
import { expect, test } from 'vitest';

import { codexFormat } from './codex.js';
import { mutatedText } from './mutate.arbitrary.js';
import { fixture, readText } from './reader.fixture.js';

const sessions = ['session', 'forked', 'subagent', 'first-versions', 'stopped'].map((name) =>
  fixture(`codex/${name}.jsonl`),
);

test('an interrupted reading gives the same observations', () => {
  for (const text of sessions) {
    const whole = readText(codexFormat, text);
    for (const index of text.split('\n').keys()) expect(readText(codexFormat, text, index)).toEqual(whole);
  }
});

test('no damage makes the reader throw, wherever a damaged file is split', () => {
  fc.assert(
    fc.property(mutatedText(sessions.join('')), fc.nat({ max: 90 }), (damaged, split) => {
      const { observations, unreadable } = readText(codexFormat, damaged, split);
      expect({ observations, unreadable }).toEqual(readText(codexFormat, damaged));
      for (const { at, session } of observations) {
        expect(Number.isSafeInteger(at)).toBe(true);
        expect(session).not.toBe('');
      }
    }),
    { numRuns: 500 },
  );
});

test('any memory is accepted at the start of a reading', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (memory) => {
      const reader = codexFormat.begin({ name: 'rollout.jsonl', mtimeMs: 0 }, memory);
      const line = '{"type":"message","role":"user","content":"hello"}';
      expect(reader.line(line)).toMatchObject([{ type: 'prompt', text: 'hello' }]);
    }),
  );
});
