import { expect, test } from 'vitest';
import { withChecksum } from '../text/checksum.js';
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
  expect(new TextDecoder().decode(files.read('/state.json')?.bytes)).toBe(withChecksum(text));
});

test('one flipped bit makes a file count as no JSON, and a file of 0.1.0 is read', () => {
  const files = memoryFiles();
  const value = { version: 1, lastRun: { id: 'r1', at: 5 }, paused: true };
  writeJsonFile(files, '/state.json', value);
  const sound = files.read('/state.json')?.bytes ?? new Uint8Array();
  for (let bit = 0; bit < sound.length * 8; bit += 1) {
    const damaged = sound.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    files.write('/state.json', damaged);
    expect(readJsonFile(files, '/state.json'), `bit ${bit}`).toEqual({ value: undefined });
  }
  files.write('/state.json', new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`));
  expect(readJsonFile(files, '/state.json')).toEqual({ value });
});
