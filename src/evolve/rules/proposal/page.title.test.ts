import { expect, test } from 'vitest';
import { sha256Hex } from '../../../text/hash.js';
import { noteItems } from '../note/items.js';
import { correctionRow, errorRow, useRow } from '../note/note.fixture.js';
import { draftTitle, noteTitle } from './page.js';

const titleOf = (...rows: Parameters<typeof noteItems>[1]) =>
  noteTitle(noteItems('home:deploy', rows, sha256Hex));

test.each<[string, string]>([
  ['terminal error, once: Traceback: boom', titleOf(errorRow('1'))],
  ['error, once: Traceback: boom', titleOf(errorRow('1', { tool: null }))],
  ['correction by the user, once: use pnpm', titleOf(correctionRow('1', 'use pnpm'))],
  ['used 2 times without an error', titleOf(useRow('1'), useRow('2'))],
  [
    'terminal error, 2 times: Traceback: boom (and 1 more)',
    titleOf(errorRow('1'), errorRow('2'), correctionRow('3', 'x')),
  ],
  ['Troubleshooting', draftTitle('## Troubleshooting\n\nText.')],
])('a proposal is called %j', (expected, title) => {
  expect(title).toBe(expected);
});

test('a title is bounded', () => {
  const title = titleOf(errorRow('1', { result: 'x'.repeat(300) }), correctionRow('2', 'y'));
  expect(title).toHaveLength(100);
  expect(title.endsWith('… (and 1 more)')).toBe(true);
});
