import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { indexFromBytes, indexToBytes } from './index-bytes.js';

const index = buildIndex([
  {
    id: '\ufeffa',
    name: 'gif-search',
    description: 'Find GIFs, même ici.',
    tags: ['fun'],
    headings: ['Use'],
    body: 'b',
  },
  { id: 'ｂ', name: '技能', description: 'nextJs 1.5', tags: [], headings: [], body: 'find '.repeat(9) },
]);
const bytes = indexToBytes(index);

test('the position of the bytes in a larger buffer does not matter', () => {
  for (const offset of [0, 1, 2, 4, 8]) {
    const buffer = new Uint8Array(offset + bytes.length);
    buffer.set(bytes, offset);
    expect(indexFromBytes(buffer.subarray(offset))).toEqual(index);
  }
});

test('extra bytes before or after give no index', () => {
  const more = new Uint8Array(16);
  expect(indexFromBytes(Uint8Array.of(...bytes, ...more))).toBeUndefined();
  expect(indexFromBytes(Uint8Array.of(...more, ...bytes))).toBeUndefined();
  expect(indexFromBytes(new Uint8Array())).toBeUndefined();
});

test('a change of what is indexed needs a new version', () => {
  const [, version, , checksum] = new Uint32Array(bytes.buffer);
  // If words, weights or the layout changed, raise the version and update the checksum.
  expect({ version, checksum }).toEqual({ version: 1, checksum: 297_549_119 });
});
