/*
 * A small part of the set with what the offline model says about it, so that the fusion can be tested without a model:
 * `npm run bench:search -- --record` writes it. The skills beside the right ones are those that were mistaken for them.
 */

import { backgroundTexts, embeddedText } from '../src/search/embedded-text.js';
import type { Embedder } from '../src/search/embedding.js';
import { cosines, vectorMatrix } from '../src/search/embedding.js';
import { type RecordedSet, readSearchSkills } from '../test/fixtures/search/read-search-set.js';
import type { AskedQuery } from './search-set.js';

/** One in so many queries. */
const every = 6;

export async function recordedSet(embedder: Embedder, asked: readonly AskedQuery[]): Promise<RecordedSet> {
  const queries = asked.filter((_, number) => number % every === 0);
  const kept = new Set(
    queries.flatMap(({ expected, found }) => [
      ...expected,
      ...found.words.slice(0, 3),
      ...found.meaning.slice(0, 3),
    ]),
  );
  const skills = readSearchSkills().filter(({ id }) => kept.has(id));
  const matrix = vectorMatrix(await embedder.embed(skills.map(embeddedText)));
  const background = vectorMatrix(await embedder.embed(backgroundTexts));
  const vectors = await embedder.embed(
    queries.map(({ text }) => text),
    'query',
  );
  return {
    skills: skills.map(({ id }) => id),
    queries: queries.map(({ text }, number) => {
      const vector = vectors[number] ?? new Float32Array();
      return {
        text,
        cosines: rounded(cosines(matrix, vector)),
        background: rounded(cosines(background, vector)),
      };
    }),
  };
}

function rounded(values: Float32Array): readonly number[] {
  return Array.from(values, (value) => Math.round(value * 1e3) / 1e3);
}
