import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { anyDocuments } from './document.arbitrary.js';
import { exampleSkills } from './example-skills.fixture.js';
import { indexFromBytes, indexToBytes } from './index-bytes.js';

const bytes = indexToBytes(buildIndex(exampleSkills));

test('an index read from its bytes is the same index', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const index = buildIndex(documents);
      expect(indexFromBytes(indexToBytes(index))).toEqual(index);
    }),
  );
});

test('it does not matter where in a larger buffer the bytes lie', () => {
  for (const offset of [1, 2, 4, 8]) {
    const buffer = new Uint8Array(offset + bytes.length);
    buffer.set(bytes, offset);
    expect(indexFromBytes(buffer.subarray(offset))).toEqual(indexFromBytes(bytes));
  }
});

test('bytes that were changed, cut or added to give no index', () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ difference;
      expect(indexFromBytes(changed)).toBeUndefined();
      expect(indexFromBytes(bytes.subarray(0, at))).toBeUndefined();
    }),
  );
  expect(indexFromBytes(Uint8Array.of(...bytes, ...new Uint8Array(16)))).toBeUndefined();
});

test('a change of what is indexed is a new version of the bytes', () => {
  const written = indexToBytes(
    buildIndex([
      {
        id: 'a',
        name: 'gif-search',
        description: 'Find GIFs, même ici.',
        tags: ['fun'],
        headings: ['Use'],
        body: 'b',
      },
      { id: 'b', name: '技能', description: 'nextJs 1.5', tags: [], headings: [], body: 'find '.repeat(9) },
    ]),
  );
  const [, version, , checksum] = new Uint32Array(written.buffer);
  // When words, weights or the layout have changed: raise the version, then put in the new checksum.
  expect({ version, checksum }).toEqual({ version: 1, checksum: 0 });
});
