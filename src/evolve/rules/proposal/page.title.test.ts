import { expect, test } from 'vitest';
import { item } from '../note/note.fixture.js';
import { draftTitle, noteTitle } from './page.js';

test.each<[string, string]>([
  [
    'Users corrected this once: "use pnpm".',
    noteTitle([item({ text: 'Users corrected this once: "use pnpm".' })]),
  ],
  ["'make' fails. (and 2 more)", noteTitle([item({ text: '`make` fails.' }), item(), item()])],
  ['nothing', noteTitle([])],
  ['Troubleshooting', draftTitle('## Troubleshooting\n\nText.')],
])('a proposal is called %j', (expected, title) => {
  expect(title).toBe(expected);
});

test('a title is bounded', () => {
  const title = noteTitle([item({ text: 'x'.repeat(300) }), item()]);
  expect(title).toHaveLength(100);
  expect(title.endsWith('… (and 1 more)')).toBe(true);
});
