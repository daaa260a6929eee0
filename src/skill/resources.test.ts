import { expect, test } from 'vitest';
import { isResourceName, resourceChildren, resourceContent, resourceSegments } from './resources.js';

test.for([
  ['skill://home/gif/SKILL.md', ['home', 'gif', 'SKILL.md']],
  ['skill://home/gif/', ['home', 'gif']],
  ['skill://a%20b/%252e', ['a b', '%2e']],
  ['skill://a/b%2Fc', ['a', 'b/c']],
  ['', undefined],
  ['skill://', undefined],
  ['file://home/gif', undefined],
  ['skill://home?x', undefined],
  ['skill://home#x', undefined],
  ['skill://home/%E0%A4%A', undefined],
] as const)('an address is read into its parts: %s', ([uri, segments]) => {
  expect(resourceSegments(uri)).toEqual(segments);
});

const files = ['SKILL.md', 'docs/a.md', 'docs/more/b.md', 'docs.txt', 'docs/more/c/d.md'].map((path) => ({
  path,
}));

test.for([
  ['', [['SKILL.md', 0] as const, ['docs', 3], ['docs.txt', 0]]],
  ['docs', [['a.md', 0] as const, ['more', 2]]],
  ['docs/more', [['b.md', 0] as const, ['c', 1]]],
  ['SKILL.md', []],
  ['doc', []],
  ['nothing', []],
] as const)('what is directly in a folder is found from the paths: "%s"', ([folder, children]) => {
  expect(resourceChildren(files, folder).map(({ name, depth }) => [name, depth])).toEqual(children);
});

test('a file is sent as text where nothing is lost by that', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(resourceContent('a.md', bytes('# ü'))).toEqual({ text: '# ü', mimeType: 'text/markdown' });
  expect(resourceContent('a.py', bytes('x'))).toEqual({ text: 'x', mimeType: 'text/plain' });
  const mimeType = 'application/octet-stream';
  for (const binary of [bytes('a\0'), new Uint8Array([0xff])])
    expect(resourceContent('a.md', binary)).toEqual({ bytes: binary, mimeType });
  const marked = resourceContent('a.md', bytes('\uFEFFx'));
  expect('text' in marked && marked.text).toBe('\uFEFFx');
});

test.for([
  ['gif-search', true],
  ['a1', true],
  ['Gif', false],
  ['-a', false],
  ['a--b', false],
  ['', false],
  ['a/b', false],
] as const)('the extension allows names in lower case with single hyphens: %s', ([name, isAllowed]) => {
  expect(isResourceName(name)).toBe(isAllowed);
});
