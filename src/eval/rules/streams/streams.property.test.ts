import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamFormats } from '../../../agents/headless/run-recipe.js';
import { firingOf, firings } from './firing.js';
import { readStream } from './read-stream.js';

/** Words that the readers look for, so that many lines are nearly right. */
const words = fc.constantFrom(
  ...['assistant', 'user', 'result', 'system', 'init', 'tool_use', 'tool_result', 'item.completed', 'item'],
  ...['message', 'content', 'type', 'subtype', 'success', 'turn.completed', 'turn.failed', 'step_finish'],
  ...[
    'part',
    'state',
    'completed',
    'status',
    'error',
    'command_execution',
    'agent_message',
    'Skill',
    'skill',
  ],
  ...[
    'name',
    'input',
    'id',
    'callID',
    'tool_id',
    'parameters',
    'usage',
    'tokens',
    'cost',
    'modelUsage',
    'tide',
  ],
);
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(words, tie('node'), { maxKeys: 6 }),
  ),
})).node;
const line = fc.oneof(
  value.map((one) => JSON.stringify(one)),
  fc.string(),
);

test.each(streamFormats)('%s: no line makes the reader throw, and figures stay figures', (format) => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const facts = readStream(format, lines);
      expect(Number.isSafeInteger(facts.turns)).toBe(true);
      expect(facts.costUsd === null || facts.costUsd >= 0).toBe(true);
      expect(typeof facts.finalText).toBe('string');
      expect(firings).toContain(firingOf(facts, { skill: 'tide', text: 'Answer in UTC.' }));
    }),
    { numRuns: 500 },
  );
});
