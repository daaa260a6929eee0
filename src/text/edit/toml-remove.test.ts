import { expect, test } from 'vitest';
import { setTomlKey } from './toml.js';
import { removeTomlKey } from './toml-remove.js';

const key = 'curator.stale_after_days';

test.each([
  ['an empty text', ''],
  ['other sections', '[search]\nmodel = "offline" # small\n'],
  ['other keys of the section', '# mine\n[curator] # who\n  archive_after_days = 90 # long\n\n[search]\n'],
  ['dotted keys', 'curator.archive_after_days = 90\n[search]\n'],
  ['line ends of Windows', '[curator]\r\narchive_after_days = 90\r\n'],
])('what was added to %s is taken out without a trace', (_, text) => {
  const added = setTomlKey(text, key, 45) ?? '';
  expect(added).toContain('stale_after_days = 45');
  expect(removeTomlKey(added, key)).toBe(text);
});

test.each([
  ['the only key of a section', '[curator]\nstale_after_days = 3 # short\n', ''],
  ['the first line', 'curator.stale_after_days = 3\n[search]\n', '[search]\n'],
  [
    'a key between others',
    '[curator]\nnever_used = "age"\nstale_after_days = 3\narchive_after_days = 9\n',
    '[curator]\nnever_used = "age"\narchive_after_days = 9\n',
  ],
])('%s goes alone', (_, text, edited) => {
  expect(removeTomlKey(text, key)).toBe(edited);
});

test('a text without the key stays as it is', () => {
  for (const text of ['', '# nothing\n', '[curator]\narchive_after_days = 9\n', 'curator = 7\n'])
    expect(removeTomlKey(text, key)).toBe(text);
});

test('a key that stands on a line with others is not taken out', () => {
  expect(removeTomlKey('curator = { stale_after_days = 3, archive_after_days = 9 }\n', key)).toBeUndefined();
});
