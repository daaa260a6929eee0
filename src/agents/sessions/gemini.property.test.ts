import fc from 'fast-check';
import { expect, test } from 'vitest';

import { geminiDocument } from './gemini.js';
import { mutatedText } from './mutate.arbitrary.js';
import { fixture } from './reader.fixture.js';

const transcript = { name: 'session.jsonl', mtimeMs: 1_000 };

test.each(['session.jsonl', 'session.json', 'rewound.jsonl', 'subagent.jsonl', 'stopped.jsonl'])(
  'no damage makes the reader throw, and it does not report what it retracts: %s',
  (name) => {
    fc.assert(
      fc.property(mutatedText(fixture(`gemini/${name}`)), (damaged) => {
        const observations = geminiDocument(damaged, transcript) ?? [];
        const retracted = new Set(
          observations.flatMap((each) => (each.type === 'retraction' ? [each.key] : [])),
        );
        for (const each of observations) {
          expect(Number.isSafeInteger(each.at)).toBe(true);
          if (each.type !== 'retraction' && 'key' in each) expect(retracted).not.toContain(each.key);
        }
      }),
      { numRuns: 200 },
    );
  },
);
