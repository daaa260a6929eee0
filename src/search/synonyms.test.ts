import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { search } from './search.js';
import { synonymsIn } from './synonyms.js';

function others(...words: string[]): readonly (readonly string[])[] {
  return synonymsIn(words).map((list) => list.map(({ text }) => text));
}

test.each([
  ['k8s', 'kubernetes'],
  ['kubernetes', 'k8s'],
  ['pictures', 'image'],
  ['cv', 'resume'],
  ['db', 'database'],
])('%s may be written %s', (word, other) => {
  expect(others(word)[0]).toContain(other);
});

test('two words have synonyms together', () => {
  expect(others('pull', 'request').every((list) => list.includes('pr'))).toBe(true);
  expect(others('pull')[0]).not.toContain('pr');
});

test('a word is no synonym of itself, none is worth as much, and small words have none', () => {
  const words = ['the', 'images', 'of', 'database'];
  for (const [at, list] of synonymsIn(words).entries())
    for (const { text, closeness } of list) {
      expect(text).not.toBe(words[at]);
      expect(closeness).toBeLessThan(1);
    }
  expect([others('the')[0], others('of')[0]]).toEqual([[], []]);
});

test('a skill is found by a synonym, after one that has the word itself', () => {
  const skill = (id: string, description: string) => ({
    ...{ id, name: id, description },
    ...{ tags: [], headings: [], body: '' },
  });
  const index = buildIndex([
    skill('a', 'Resize a photo.'),
    skill('b', 'Resize a picture.'),
    skill('c', 'Resize a window.'),
  ]);
  const found = search(index, 'resize pictures').map(({ id }) => id);
  expect(found).toEqual(['b', 'a', 'c']);
  const keyed = search(index, { question: 'resize', keywords: ['picture'] });
  expect(keyed.find(({ id }) => id === 'a')?.matched.map(({ term }) => term)).toEqual(['resize']);
});
