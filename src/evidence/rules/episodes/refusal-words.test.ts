import { expect, test } from 'vitest';
import { refusalWords } from './refusal-words.js';

test.for<[string, string]>([
  ['only the cache, please', 'only the cache, please'],
  ['the user refused it: only the cache', 'only the cache'],
  [
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nonly the cache",
    'only the cache',
  ],
  ["The user doesn't want to proceed with this tool use. The tool use was rejected.", ''],
  ['the user refused it', ''],
  ['rejected by user', ''],
  ['  ', ''],
  ['', ''],
])('%s: %s', ([result, words]) => {
  expect(refusalWords(result)).toBe(words);
});
