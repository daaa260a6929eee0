import { expect, test } from 'vitest';
import { slugOf, typedSlug } from './commands.js';

test('a name becomes what can be typed after a slash', () => {
  check('gif-search', 'gif-search');
  check('GIF Search', 'gif-search');
  check('gif_search', 'gif-search');
  check('gif  __ search', 'gif-search');
  check('-gif-search-', 'gif-search');
  check('c++ (and /c#)', 'c-and-c');
  check('123', '123');
});

test('a name without letters or digits of a slug has none', () => {
  for (const name of ['', '---', '检索', '🎉', '/', '\u0000']) check(name, '');
});

test('only case and underscores of what is typed do not matter', () => {
  expect(typedSlug('GIF_Search')).toBe('gif-search');
  expect(typedSlug('etc/hosts')).toBe('etc/hosts');
  expect(typedSlug('gif!search')).toBe('gif!search');
});

function check(name: string, slug: string): void {
  expect(slugOf(name)).toBe(slug);
}
