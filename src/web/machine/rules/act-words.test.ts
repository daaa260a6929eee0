import { expect, test } from 'vitest';
import { changesText } from './act-words.js';

test.each([
  [[{ action: 'archive', count: 1 }], 'Archived 1 skill'],
  [[{ action: 'configure', count: 2 }], 'Changed 2 settings'],
  [[{ action: 'quiet', count: 12 }], 'Made 12 skills quiet'],
  [
    [
      { action: 'archive', count: 3 },
      { action: 'quiet', count: 2 },
    ],
    'Archived 3 skills, made 2 quiet',
  ],
  [[{ action: 'of-a-later-version', count: 2 }], 'Changed 2 skills (of-a-later-version)'],
])('%j is said as %s', (changes, text) => {
  expect(changesText(changes)).toBe(text);
});
