import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex, updateIndex } from './build-index.js';
import { anyDocument, anyDocuments } from './document.arbitrary.js';
import { indexToBytes } from './index-bytes.js';
import type { SearchIndex } from './search-index.js';

test('an updated index equals a new index of the remaining documents, to the byte', () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'nobody'), { maxLength: 3 });
  fc.assert(
    fc.property(anyDocuments, anyDocuments, ids, (before, put, remove) => {
      const left = new Map(before.map((document) => [document.id, document]));
      for (const id of remove) left.delete(id);
      for (const document of put) left.set(document.id, document);
      const updated = updateIndex(buildIndex(before), { put, remove });
      expect(isSame(updated, buildIndex(left.values()))).toBe(true);
    }),
  );
});

test('the order of the documents does not matter', () => {
  const shuffled = fc
    .uniqueArray(anyDocument, { selector: ({ id }) => id, maxLength: 8 })
    .chain((documents) =>
      fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
    );
  fc.assert(
    fc.property(shuffled, ([documents, inAnyOrder]) => {
      expect(isSame(buildIndex(inAnyOrder), buildIndex(documents))).toBe(true);
    }),
  );
});

test('the original index is unchanged', () => {
  fc.assert(
    fc.property(anyDocuments, anyDocuments, (before, put) => {
      const index = buildIndex(before);
      updateIndex(index, { put, remove: ['a'] });
      expect(isSame(index, buildIndex(before))).toBe(true);
    }),
  );
});

function isSame(one: SearchIndex, other: SearchIndex): boolean {
  return Buffer.compare(indexToBytes(one), indexToBytes(other)) === 0;
}
