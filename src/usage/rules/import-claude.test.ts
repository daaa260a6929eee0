import { expect, test } from 'vitest';
import { countersWith } from './counters.js';
import { noFacts } from './import.js';
import { readClaudeUsage } from './import-claude.js';

test('uses are read by name, whatever else is in the file', () => {
  const text = JSON.stringify({
    numStartups: 5,
    skillUsage: { pdf: { usageCount: 7, lastUsedAt: 1_700_000_000_000 }, 'kit:draw': { usageCount: 1 } },
  });
  expect(readClaudeUsage(text)).toEqual({
    skills: [
      { name: 'pdf', counters: countersWith({ useCount: 7, lastUsedAt: 1_700_000_000_000 }), facts: noFacts },
      { name: 'kit:draw', counters: countersWith({ useCount: 1 }), facts: noFacts },
    ],
    malformed: [],
  });
});

test.each([
  ['without counters', '{}', { skills: [], malformed: [] }],
  ['that is not JSON', '{"skillUsage":', undefined],
  ['that is not an object', '[]', undefined],
  ['whose counters are none', '{"skillUsage": 5}', undefined],
  ['with a record that is none', '{"skillUsage": {"pdf": 5}}', { skills: [], malformed: ['pdf'] }],
])('a file %s is read as far as it goes', (_, text, expected) => {
  expect(readClaudeUsage(text)).toEqual(expected);
});

test.each([-1, 1.5, '7', null, 1e300])('%j is neither a count nor a time', (value) => {
  const text = JSON.stringify({ skillUsage: { pdf: { usageCount: value, lastUsedAt: value } } });
  expect(readClaudeUsage(text)?.skills[0]?.counters).toEqual(countersWith({}));
});
