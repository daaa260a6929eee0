import { expect, test } from 'vitest';
import { root, stem } from './english.js';

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
    for (const word of family) expect(word.startsWith(root(word))).toBe(true);
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

test('words of one root are of one family, whatever part of speech they are', () => {
  const families = [
    ['deploy', 'deploys', 'deployment', 'deployments'],
    ['optimize', 'optimizer', 'optimization'],
    ['translate', 'translator', 'translation'],
    ['library', 'libraries'],
    ['fly', 'flies'],
  ];
  for (const family of families) {
    const [first = ''] = family;
    for (const word of family) {
      expect([word, root(word)]).toEqual([word, root(first)]);
      expect(word.startsWith(root(word)), word).toBe(true);
    }
  }
  for (const word of ['nation', 'water', 'moment', 'table', 'city'])
    expect(root(word).length).toBeGreaterThan(2);
});
