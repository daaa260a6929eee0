/*
 * Search by words and meaning together. It was asked for in so many words, so a model that is missing or fails is an
 * error, never a quiet search by words alone.
 */

import { backgroundTexts, embeddedText } from '../../search/embedded-text.js';
import type { Embedder, Reranker } from '../../search/embedding.js';
import { vectorMatrix } from '../../search/embedding.js';
import { type EmbeddedSkills, hybridSearch } from '../../search/hybrid.js';
import { sizeOf, stringAt } from '../../search/string-table.js';
import type { Library } from '../read/catalog.js';
import {
  defaultLimit,
  type Findings,
  type FindRequest,
  findings,
  type Rank,
  type SearchedSkills,
  searchedSkills,
  searchHits,
} from './find.js';

export interface SemanticRequest extends FindRequest {
  /** Let a second model put the best in order. */
  readonly rerank?: boolean;
}

export interface SemanticModels {
  /** Both reject with the reason why there is none. */
  embedder(): Promise<Embedder>;
  reranker(): Promise<Reranker>;
  /** Texts are cut to so many characters. */
  readonly textLimit: number;
}

/** How many of the skills are read. */
export type OnEmbedded = (done: number, total: number) => void;

export async function findSkillsByMeaning(
  library: Library,
  request: SemanticRequest,
  models: SemanticModels,
  onEmbedded?: OnEmbedded,
): Promise<Findings> {
  const { text, limit = defaultLimit } = request;
  const embedder = await models.embedder();
  const reranker = request.rerank ? await models.reranker() : undefined;
  const searched = searchedSkills(library);
  const texts = textsOf(searched, models.textLimit);
  // First, so that a model that has changed is noticed before what it once said of the skills is used.
  const [vector = new Float32Array()] = await embedder.embed([text.slice(0, models.textLimit)], 'query');
  const meanings = await embedAll(embedder, texts, onEmbedded);

  const rank: Rank = (most, filter) =>
    hybridSearch(searched.index, meanings, { text, vector }, { limit: most, filter });
  const hits = rank(Math.max(limit, reranker ? rerankedSkills : 0), searchHits(searched, request));
  if (reranker === undefined) {
    return findings(library, searched, hits, rank, { mode: 'hybrid', model: embedder.name });
  }
  const ordered = await rerank(reranker, text, hits, (path) => texts.get(path) ?? '');
  return findings(library, searched, ordered.slice(0, limit), rank, {
    mode: 'hybrid-reranked',
    model: embedder.name,
    reranker: reranker.name,
  });
}

/** A reranker reads every one of them anew for each query, so it gets no more than it can read in a few seconds. */
const rerankedSkills = 20;

/** What the models read of each skill, by path, in the order of the index. */
function textsOf(
  { offered, inArchives, index }: SearchedSkills,
  textLimit: number,
): ReadonlyMap<string, string> {
  const paths = Array.from({ length: sizeOf(index.ids) }, (_, document) => stringAt(index.ids, document));
  return new Map(
    paths.map((path) => {
      const entry = offered.get(path) ?? inArchives.get(path);
      return [path, entry === undefined ? '' : embeddedText(entry).slice(0, textLimit)];
    }),
  );
}

async function embedAll(
  embedder: Embedder,
  texts: ReadonlyMap<string, string>,
  onEmbedded: OnEmbedded = () => undefined,
): Promise<EmbeddedSkills> {
  const background = await embedder.embed(backgroundTexts);
  const all = [...texts.values()];
  const vectors: Float32Array[] = [];
  for (let start = 0; start < all.length; start += batchSize) {
    vectors.push(...(await embedder.embed(all.slice(start, start + batchSize))));
    onEmbedded(vectors.length, all.length);
  }
  return { skills: vectorMatrix(vectors), background: vectorMatrix(background) };
}

/** Small enough that progress is seen and that not much is lost when the user has enough. */
const batchSize = 32;

interface Ranked {
  readonly id: string;
  readonly score: number;
}

/** With scores from 0 to 1; those that are equal keep their order. */
async function rerank(
  reranker: Reranker,
  query: string,
  hits: readonly Ranked[],
  textOf: (path: string) => string,
): Promise<readonly Ranked[]> {
  const scores = await reranker.score(
    query,
    hits.map(({ id }) => textOf(id)),
  );
  return hits
    .map(({ id }, place) => ({ id, score: 1 / (1 + Math.exp(-(scores[place] ?? 0))) }))
    .toSorted((one, other) => other.score - one.score);
}
