import { expect, test } from 'vitest';
import { stem, stemPrefix } from './english.js';

test('words that differ in a regular ending have the same stem', () => {
  const families = [
    ['make', 'makes', 'making'],
    ['test', 'tests', 'testing', 'tested'],
    ['run', 'runs', 'running'],
    ['library', 'libraries'],
    ['try', 'tries', 'tried', 'trying'],
    ['box', 'boxes'],
    ['class', 'classes'],
    ['match', 'matches', 'matched', 'matching'],
    ['cache', 'caches', 'cached', 'caching'],
    ['image', 'images', 'imaging'],
    ['release', 'releases', 'released', 'releasing'],
    ['call', 'calls', 'called', 'calling'],
    ['embed', 'embeds', 'embedded', 'embedding'],
    ['schema', 'schemas'],
    ['gif', 'gifs'],
  ];
  for (const family of families) {
    const stems = new Set(family.map(stem));
    expect([family, stems.size]).toEqual([family, 1]);
    for (const word of family) expect(word.startsWith(stemPrefix(stem(word)))).toBe(true);
  }
});

test('what only looks like an ending is kept', () => {
  for (const word of [
    'string',
    'need',
    'speed',
    'status',
    'analysis',
    'class',
    'bring',
    'css',
    'js',
    'été',
    'k8s',
  ]) {
    expect(stem(word)).toBe(word);
  }
});
