/*
 * Every query of the set in test/fixtures/search asked in four ways: by words, by meaning, and by both, with their
 * ranks or their scores fused. The first two are what hybrid search must beat, the third is what was not chosen.
 */

import { buildIndex } from '../src/search/build-index.js';
import type { SearchDocument } from '../src/search/document.js';
import { backgroundTexts, embeddedText } from '../src/search/embedded-text.js';
import type { Embedder } from '../src/search/embedding.js';
import { cosines, vectorMatrix } from '../src/search/embedding.js';
import { aboveChance, fuse } from '../src/search/hybrid.js';
import { sizeOf, stringAt } from '../src/search/string-table.js';
import { wordScores } from '../src/search/word-scores.js';
import {
  readSearchQueries,
  readSearchSkills,
  type SearchQuery,
} from '../test/fixtures/search/read-search-set.js';

export const methods = ['words', 'meaning', 'fused ranks', 'hybrid'] as const;
export type Method = (typeof methods)[number];

export interface AskedQuery extends SearchQuery {
  /** The ids each method finds, best first. */
  readonly found: Readonly<Record<Method, readonly string[]>>;
  /** What the model alone took for the query. */
  readonly embeddingMs: number;
}

export async function runQueries(embedder: Embedder): Promise<readonly AskedQuery[]> {
  const skills = new Map(readSearchSkills().map((skill) => [skill.id, skill]));
  const index = buildIndex(skills.values());
  const ids = Array.from({ length: sizeOf(index.ids) }, (_, document) => stringAt(index.ids, document));
  const matrix = vectorMatrix(await embedder.embed(ids.map((id) => textOf(skills.get(id)))));
  const background = vectorMatrix(await embedder.embed(backgroundTexts));

  const asked: AskedQuery[] = [];
  for (const query of readSearchQueries()) {
    const started = performance.now();
    const [vector = new Float32Array()] = await embedder.embed([query.text], 'query');
    const embeddingMs = performance.now() - started;
    const words = wordScores(index, { question: query.text }).scores;
    const meaning = cosines(matrix, vector);
    const scores: Record<Method, ArrayLike<number>> = {
      words,
      meaning,
      'fused ranks': fusedRanks(words, meaning),
      hybrid: fuse(words, aboveChance(meaning, cosines(background, vector))),
    };
    const found = (method: Method) => inOrder(scores[method]).map((document) => ids[document] ?? '');
    asked.push({
      ...query,
      embeddingMs,
      found: {
        words: found('words'),
        meaning: found('meaning'),
        'fused ranks': found('fused ranks'),
        hybrid: found('hybrid'),
      },
    });
  }
  return asked;
}

export interface Quality {
  readonly queries: number;
  /** The share of the queries whose answer is the first, or among the first five. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  /** The mean of 1/place, 0 below the tenth. */
  readonly meanReciprocalRank: number;
}

export function qualityOf(asked: readonly AskedQuery[], method: Method): Quality {
  const places = asked.map(
    ({ expected, found }) => found[method].findIndex((id) => expected.includes(id)) + 1,
  );
  const share = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    queries: asked.length,
    recallAt1: share(places.map((place) => (place === 1 ? 1 : 0))),
    recallAt5: share(places.map((place) => (place >= 1 && place <= 5 ? 1 : 0))),
    meanReciprocalRank: share(places.map((place) => (place >= 1 && place <= 10 ? 1 / place : 0))),
  };
}

function textOf(skill: SearchDocument | undefined): string {
  return skill === undefined ? '' : embeddedText(skill);
}

/** Reciprocal rank fusion, with the constant that measured best for it; usual is 60, which is worse here. */
function fusedRanks(...scores: readonly ArrayLike<number>[]): Float64Array {
  const fused = new Float64Array(scores[0]?.length ?? 0);
  for (const one of scores) {
    inOrder(one).forEach((document, rank) => {
      fused[document] = (fused[document] ?? 0) + 1 / (rankConstant + rank + 1);
    });
  }
  return fused;
}

const rankConstant = 2;

function inOrder(scores: ArrayLike<number>): readonly number[] {
  const at = (document: number) => scores[document] ?? 0;
  return [...Array(scores.length).keys()]
    .filter((document) => at(document) > 0)
    .sort((one, other) => at(other) - at(one) || one - other);
}
