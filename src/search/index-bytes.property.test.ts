import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { anyDocuments } from './document.arbitrary.js';
import { exampleSkills } from './example-skills.fixture.js';
import { indexFromBytes, indexToBytes } from './index-bytes.js';

test('an index read from its bytes is the same index', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const index = buildIndex(documents);
      expect(indexFromBytes(indexToBytes(index))).toEqual(index);
    }),
  );
});

test('changed or truncated bytes give no index', () => {
  const bytes = indexToBytes(buildIndex(exampleSkills));
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ difference;
      expect(indexFromBytes(changed)).toBeUndefined();
      expect(indexFromBytes(bytes.subarray(0, at))).toBeUndefined();
    }),
  );
});
