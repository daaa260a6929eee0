/*
 * The set that search is measured with is what it claims to be, and hybrid search is worth its model on a part of it.
 * How good it is on the whole is measured by `npm run bench:search`.
 */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIndex } from '../src/search/build-index.js';
import { embeddedText } from '../src/search/embedded-text.js';
import { cosines, vectorMatrix } from '../src/search/embedding.js';
import { aboveChance, fuse } from '../src/search/hybrid.js';
import { energeticEmbedder } from '../src/search/models/energetic.js';
import { sizeOf, stringAt } from '../src/search/string-table.js';
import { wordScores } from '../src/search/word-scores.js';
import { loadOptional } from '../src/system/optional-package.js';
import { CoppiceError } from '../src/text/errors.js';
import {
  type RecordedSet,
  readRecordedSet,
  readSearchQueries,
  readSearchSkills,
} from './fixtures/search/read-search-set.js';

const skills = readSearchSkills();
const queries = readSearchQueries();
const recorded = readRecordedSet();
const kept = skills.filter(({ id }) => recorded.skills.includes(id));
const index = buildIndex(kept);
const ids = Array.from({ length: sizeOf(index.ids) }, (_, document) => stringAt(index.ids, document));

test('there are enough skills, each with all its parts and a name of its own', () => {
  expect(skills.length).toBeGreaterThanOrEqual(300);
  expect(new Set(skills.map(({ name }) => name)).size).toBe(skills.length);
  for (const { id, name, description, tags, body } of skills) {
    expect([name, description, tags[0], body].every(Boolean), id).toBe(true);
  }
});

test('there are enough queries of every kind, half of them held out, with answers that exist', () => {
  const known = new Set(skills.map(({ id }) => id));
  for (const kind of ['keyword', 'paraphrase', 'typo', 'other-language', 'near-miss']) {
    const own = queries.filter((query) => query.kind === kind);
    expect(own.length, kind).toBeGreaterThanOrEqual(30);
    expect(own.filter(({ heldOut }) => heldOut).length, kind).toBe(Math.floor(own.length / 2));
  }
  for (const { text, expected } of queries) {
    expect(expected.length, text).toBeGreaterThan(0);
    expect(
      expected.filter((id) => !known.has(id)),
      text,
    ).toEqual([]);
  }
});

test('words and meaning fused are better than either, by what the model said when it was recorded', () => {
  const quality = (scoresOf: (query: RecordedSet['queries'][number]) => ArrayLike<number>) =>
    recorded.queries.reduce((sum, query) => {
      const expected = queries.find(({ text }) => text === query.text)?.expected ?? [];
      return sum + reciprocalRank(scoresOf(query), expected);
    }, 0) / recorded.queries.length;
  const meaningOf = (query: RecordedSet['queries'][number]) =>
    Float32Array.from(ids, (id) => query.cosines[recorded.skills.indexOf(id)] ?? 0);

  const words = quality(({ text }) => wordScores(index, { question: text }).scores);
  const meaning = quality(meaningOf);
  const both = quality((query) => {
    const above = aboveChance(meaningOf(query), Float32Array.from(query.background));
    return fuse(wordScores(index, { question: query.text }).scores, above);
  });
  expect(recorded.queries.length).toBeGreaterThan(30);
  expect(both).toBeGreaterThan(words + 0.02);
  expect(both).toBeGreaterThan(meaning + 0.02);
});

test('the model says what was recorded', async () => {
  const embedder = await energeticEmbedder({
    load: (wanted) => loadOptional(wanted, join(process.cwd(), 'node_modules')),
    refuse: (code, message, details) => new CoppiceError(code, message, details),
  });
  const some = kept.filter((_, number) => number % 15 === 0);
  const matrix = vectorMatrix(await embedder.embed(some.map(embeddedText)));
  for (const query of recorded.queries.filter((_, number) => number % 8 === 0)) {
    const [vector = new Float32Array()] = await embedder.embed([query.text], 'query');
    const said = cosines(matrix, vector);
    for (const [row, { id }] of some.entries()) {
      expect(said[row], `${query.text}: ${id}`).toBeCloseTo(
        query.cosines[recorded.skills.indexOf(id)] ?? Number.NaN,
        2,
      );
    }
  }
});

/** 1 when the first is right, a half when the second is, and 0 when it is not found. */
function reciprocalRank(scores: ArrayLike<number>, expected: readonly string[]): number {
  const right = Math.max(...expected.map((id) => scores[ids.indexOf(id)] ?? 0));
  return right > 0 ? 1 / (1 + ids.filter((_, document) => (scores[document] ?? 0) > right).length) : 0;
}
