import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { cachingLastRead } from './read-source.js';

const ranges = { first: { offset: 0, maxBytes: 6 }, within: { offset: 2, maxBytes: 4 } };

test.each<[string, string, { offset: number; maxBytes: number }, string]>([
  ['a part of what was read last is what it was then', '/a', ranges.within, '2345'],
  ['all of what was read last is what it was then', '/a', ranges.first, '012345'],
  ['what goes beyond it is read', '/a', { offset: 2, maxBytes: 5 }, 'cdefg'],
  ['what comes before it is read', '/b', { offset: 0, maxBytes: 1 }, 'a'],
  ['another file is read', '/b', ranges.within, 'cdef'],
])('%s', (_, path, range, expected) => {
  const files = memoryFiles();
  files.write('/a', new TextEncoder().encode('0123456789'));
  files.write('/b', new TextEncoder().encode('0123456789'));
  const kept = cachingLastRead(files);
  kept.read('/b', { offset: 1, maxBytes: 9 });
  kept.read('/a', ranges.first);
  for (const name of ['/a', '/b']) files.write(name, new TextEncoder().encode('abcdefghij'));
  expect(new TextDecoder().decode(kept.read(path, range)?.bytes)).toBe(expected);
});

test('a file that is not there stays so', () => {
  expect(cachingLastRead(memoryFiles()).read('/a', ranges.first)).toBeUndefined();
});
