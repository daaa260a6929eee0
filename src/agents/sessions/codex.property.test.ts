import fc from 'fast-check';
import { expect, test } from 'vitest';

import { codexFormat } from './codex.js';
import { mutatedText } from './mutate.arbitrary.js';
import { fixture, readText } from './reader.fixture.js';

const sessions = ['session', 'forked', 'subagent', 'first-versions'].map((name) =>
  fixture(`codex/${name}.jsonl`),
);

test('wherever the reading is interrupted, the same is observed', () => {
  for (const text of sessions) {
    const whole = readText(codexFormat, text);
    for (const index of text.split('\n').keys()) expect(readText(codexFormat, text, index)).toEqual(whole);
  }
});

test('no damage makes the reader throw, nor does it matter where a damaged file was split', () => {
  fc.assert(
    fc.property(mutatedText(sessions.join('')), fc.nat({ max: 60 }), (damaged, split) => {
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

test('a memory that is anything at all begins a reading', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (memory) => {
      const reader = codexFormat.begin({ name: 'rollout.jsonl', mtimeMs: 0 }, memory);
      const line = '{"type":"message","role":"user","content":"hello"}';
      expect(reader.line(line)).toMatchObject([{ type: 'prompt', text: 'hello' }]);
    }),
  );
});
