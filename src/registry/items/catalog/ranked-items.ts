/*
 * The items that a search by words finds, in the order and with the scores of a search in a library. The database finds
 * the candidates; those that it finds best are scored by their stored terms. Pages are pages of the one ranking that was
 * made for the first of them, so that publishes between two pages neither repeat nor lose items.
 */

import { candidateIndex } from '../../../search/candidates.js';
import { confidenceIn } from '../../../search/confidence.js';
import type { SearchQuery } from '../../../search/query.js';
import { librarySize } from '../../../search/search-index.js';
import { termsFromBytes } from '../../../search/term-bytes.js';
import { termWeights, type WeightedTerm } from '../../../search/term-weights.js';
import { wordScores } from '../../../search/word-scores.js';
import type { SearchWords } from '../../rules/search-words.js';
import type { Catalog } from './catalog.js';
import { libraryOf } from './common-terms.js';
import { type Candidate, findCandidates, maxCandidates } from './find-candidates.js';
import type { ItemFilter } from './read-page.js';

export interface RankedItem {
  readonly id: number;
  /** How well the words match, from 0 to 1. */
  readonly score: number;
  /** How likely it is that this is what was searched for. */
  readonly confidence: number;
}

/** Best first, deprecated items last. */
export async function rankItems(
  catalog: Catalog,
  filter: ItemFilter,
  search: SearchWords,
  asked: SearchQuery,
): Promise<readonly RankedItem[]> {
  const library = await libraryOf(catalog, filter.tenantId, filter.kind);
  const candidates = await findCandidates(catalog.registry.database, filter, search, asked, library);
  const idOf = (at: number) => String(at).padStart(maxDigits, '0');
  const index = candidateIndex(
    asked,
    candidates.map((candidate, at) => ({ id: idOf(at), terms: () => termsOf(candidate) })),
    library,
  );
  const found = wordScores(index, asked);
  const confidence = confidenceIn(found, asked, librarySize(index));
  return candidates
    .map(({ id, is_deprecated }, at) => {
      const score = found.scores[at] ?? 0;
      return { id, is_deprecated, at, score, confidence: score === 0 ? 0 : confidence(score) };
    })
    .sort(
      (one, other) =>
        Number(one.is_deprecated) - Number(other.is_deprecated) ||
        other.score - one.score ||
        one.at - other.at,
    );
}

/** The documents of an index are in the order of their ids. */
const maxDigits = String(maxCandidates).length;

/** Of an item that has no stored terms yet, those of its name, description and tags. */
function termsOf({ slug, search_text, search_terms }: Candidate): readonly WeightedTerm[] {
  const stored = search_terms === null ? undefined : termsFromBytes(search_terms);
  return (
    stored ??
    termWeights({ id: slug, name: slug, description: search_text, tags: [], headings: [], body: '' })
  );
}
