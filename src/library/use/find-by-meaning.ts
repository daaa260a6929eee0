/*
 * Searches by words and meaning together. The user asked for it explicitly, so a model that is missing or fails is an
 * error, and never silently becomes a search by words alone.
 */

import { backgroundTexts, embeddedText } from '../../search/embedded-text.js';
import type { Embedder, Reranker } from '../../search/embedding.js';
import { vectorMatrix } from '../../search/embedding.js';
import { type EmbeddedSkills, goodHybridScore, hybridSearch } from '../../search/hybrid.js';
import { isBare } from '../../search/query.js';
import { isForeign } from '../../search/question-language.js';
import { sizeOf, stringAt } from '../../search/string-table.js';
import type { ReadLibrary } from '../read/catalog.js';
import type { OfferRule } from '../read/offer-to-agent.js';
import {
  defaultLimit,
  type Findings,
  type FindRequest,
  findings,
  findSkills,
  type Rank,
  type SearchedSkills,
  searchedSkills,
  searchHits,
  spareHits,
} from './find.js';

/** What to search for by words and meaning. */
export interface SemanticRequest extends FindRequest {
  /** Whether a second model orders the best results. */
  readonly rerank?: boolean;
}

/** The models of a search by meaning, opened only when they are needed. */
export interface SemanticModels {
  /** Both reject with the reason if the model is not available. */
  embedder(): Promise<Embedder>;
  reranker(): Promise<Reranker>;
  /** The number of characters to which texts are cut. */
  readonly textLimit: number;
}

/** Reports how many skills are embedded. */
export type OnEmbedded = (done: number, total: number) => void;

interface MeaningOptions {
  readonly onEmbedded?: OnEmbedded;
  /** Chooses among the skills that were found. */
  readonly offer?: OfferRule;
}

export async function findSkillsByMeaning(
  library: ReadLibrary,
  request: SemanticRequest,
  models: SemanticModels,
  { onEmbedded, offer }: MeaningOptions = {},
): Promise<Findings> {
  const { text, keywords, limit = defaultLimit } = request;
  const embedder = await models.embedder();
  const asked = textToEmbed(embedder, request);
  if (asked === undefined) return findSkills(library, request, offer);
  const reranker = request.rerank ? await models.reranker() : undefined;
  const searched = searchedSkills(library);
  const texts = textsOf(searched, models.textLimit);
  // The query comes first, so that a changed model is noticed before its cached vectors are used.
  const [vector = new Float32Array()] = await embedder.embed([asked.slice(0, models.textLimit)], 'query');
  const meanings = await embedAll(embedder, texts, onEmbedded);

  const rank: Rank = (count, filter) =>
    hybridSearch(
      searched.index,
      meanings,
      { question: text, keywords, vector },
      { limit: count, filter, asked: searched.asked },
    );
  const hits = rank(
    Math.max(limit + (offer ? spareHits : 0), reranker ? rerankedSkills : 0),
    searchHits(searched, request),
  );
  const how = { model: embedder.name, limit, offer, isBare: isBare(request), goodScore: goodHybridScore };
  if (reranker === undefined) {
    return findings(library, searched, hits, rank, { mode: 'hybrid', ...how });
  }
  const ordered = await rerank(reranker, text, hits, (path) => texts.get(path) ?? '');
  return findings(library, searched, ordered, rank, {
    mode: 'hybrid-reranked',
    ...how,
    reranker: reranker.name,
  });
}

/** The question; where the model does not know its language the keywords, which are English, or nothing. */
function textToEmbed(
  { language }: Pick<Embedder, 'language'>,
  { text, keywords = [] }: SemanticRequest,
): string | undefined {
  if (language !== 'english' || !isForeign(text)) return text;
  return keywords.length > 0 ? keywords.join(', ') : undefined;
}

/** A reranker reads every skill again for each query, so it gets no more than it can read in a few seconds. */
const rerankedSkills = 20;

/** The text of each skill that the models read, by path, in the order of the index. */
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
  // Texts of one length together: a batch takes as long as its longest text does for all.
  const order = all
    .map((_, at) => at)
    .sort((one, other) => (all[one] ?? '').length - (all[other] ?? '').length);
  const vectors: Float32Array[] = all.map(() => nothing);
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = order.slice(start, start + batchSize);
    const embedded = await embedder.embed(batch.map((at) => all[at] ?? ''));
    batch.forEach((at, row) => {
      vectors[at] = embedded[row] ?? nothing;
    });
    onEmbedded(start + batch.length, all.length);
  }
  return { skills: vectorMatrix(vectors), background: vectorMatrix(background) };
}

const nothing = new Float32Array();

/** Small enough to show progress and to lose little when the user interrupts. */
const batchSize = 32;

interface Ranked {
  readonly id: string;
  readonly score: number;
}

/** The scores are from 0 to 1; hits with equal scores keep their order. */
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
    .map(({ id }, index) => ({ id, score: 1 / (1 + Math.exp(-(scores[index] ?? 0))) }))
    .toSorted((one, other) => other.score - one.score);
}
