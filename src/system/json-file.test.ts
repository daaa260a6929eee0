import { expect, test } from 'vitest';
import { memoryFiles } from './disk/memory-disk.js';
import { readJsonFile, writeJsonFile } from './json-file.js';

test('a value is read as it was written', () => {
  const files = memoryFiles();
  for (const value of [null, 0, 'text', [1, { a: null }], { a: { b: ['c'] } }]) {
    writeJsonFile(files, '/state.json', value);
    expect(readJsonFile(files, '/state.json')).toEqual({ value });
  }
});

test('no file and no JSON are different answers', () => {
  const files = memoryFiles();
  expect(readJsonFile(files, '/state.json')).toBeUndefined();
  files.write('/state.json', new TextEncoder().encode('{"half":'));
  expect(readJsonFile(files, '/state.json')).toEqual({ value: undefined });
});

test.each([
  [undefined, '{\n  "a": 1\n}\n'],
  [1, '{\n "a": 1\n}\n'],
  [0, '{"a":1}\n'],
])('an indent of %s is written as such', (indent, text) => {
  const files = memoryFiles();
  writeJsonFile(files, '/state.json', { a: 1 }, indent);
  expect(new TextDecoder().decode(files.read('/state.json')?.bytes)).toBe(text);
});
