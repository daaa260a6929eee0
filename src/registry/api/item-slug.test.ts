import { expect, test } from 'vitest';
import { baseOf, isItemSlug, namespaceOf, splitRange } from './item-slug.js';

test.each<[string, boolean]>([
  ['deploy', true],
  ['@team/deploy', true],
  ['@team-2/deploy-2', true],
  [`@${'a'.repeat(39)}/${'b'.repeat(64)}`, true],
  [`@${'a'.repeat(40)}/b`, false],
  ['@team', false],
  ['@team/', false],
  ['@/deploy', false],
  ['team/deploy', false],
  ['@team/a/b', false],
  ['@Team/deploy', false],
  ['@team/../deploy', false],
  ['@-team/deploy', false],
  ['', false],
])('%s', (text, expected) => {
  expect(isItemSlug(text)).toBe(expected);
});

test('a name has a namespace and a base', () => {
  expect([namespaceOf('@team/deploy'), baseOf('@team/deploy')]).toEqual(['team', 'deploy']);
  expect([namespaceOf('deploy'), baseOf('deploy')]).toEqual([null, 'deploy']);
});

test.each<[string, string, string | undefined]>([
  ['deploy', 'deploy', undefined],
  ['deploy@^1', 'deploy', '^1'],
  ['@team/deploy', '@team/deploy', undefined],
  ['@team/deploy@^1', '@team/deploy', '^1'],
  ['deploy@', 'deploy', ''],
])('%s has a range, or none', (text, slug, range) => {
  expect(splitRange(text)).toEqual({ slug, range });
});
