import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { anyDocuments, anyQuery } from './document.arbitrary.js';
import { search } from './search.js';
import { wordsOf } from './words.js';

test('the name of a document finds it with score 1', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const index = buildIndex(documents);
      const last = documents.at(-1);
      if (last === undefined || wordsOf(last.name).length === 0) return;
      const found = search(index, last.name).find(({ id }) => id === last.id);
      expect(found?.score).toBe(1);
    }),
  );
});

test('hits are sorted, scores are between 0 and 1, and every hit has a match', () => {
  fc.assert(
    fc.property(anyDocuments, anyQuery, (documents, query) => {
      const hits = search(buildIndex(documents), query);
      for (const [at, { id, score, matched }] of hits.entries()) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(matched.length).toBeGreaterThan(0);
        const next = hits[at + 1];
        if (next !== undefined)
          expect(score > next.score || (score === next.score && id < next.id)).toBe(true);
      }
    }),
  );
});

test('a limit only shortens the list, and a filter only removes hits', () => {
  fc.assert(
    fc.property(anyDocuments, anyQuery, fc.nat(4), (documents, query, limit) => {
      const index = buildIndex(documents);
      const all = search(index, query);
      const filter = (id: string) => id < 'c';
      expect(search(index, query, { limit })).toEqual(all.slice(0, limit));
      expect(search(index, query, { filter })).toEqual(all.filter(({ id }) => filter(id)));
    }),
  );
});
