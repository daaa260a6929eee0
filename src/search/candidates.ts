/*
 * An index of documents that something else has found, a database for example, so that they are scored as in an index of
 * the whole library. Only the terms that can match the query are put into it, because a document has hundreds.
 */

import { letterSignature, mayBeWithin } from '../text/closest.js';
import { type DocumentTerms, indexOf } from './build-index.js';
import { root } from './english.js';
import { maxTypingErrors } from './expand.js';
import { parseKeywords, parseQuestion, type SearchQuery } from './query.js';
import type { Library, SearchIndex } from './search-index.js';

/** An index that `search` answers this one query from. */
export function candidateIndex(
  query: SearchQuery,
  candidates: readonly DocumentTerms[],
  library: Library,
): SearchIndex {
  const asked = parseQuestion(query);
  const all = [...asked.terms, ...parseKeywords(query.keywords ?? [])];
  const others = [...new Set(all.flatMap(({ alternatives }) => alternatives.map(({ text }) => root(text))))];
  const terms = all.map(({ text, compounds }) => ({
    text,
    compounds,
    prefix: root(text),
    signature: letterSignature(text),
  }));
  const decided = new Map<string, boolean>([[asked.name, true]]);
  const canMatch = (term: string): boolean => {
    const known = decided.get(term);
    if (known !== undefined) return known;
    const signature = letterSignature(term);
    const can =
      terms.some(
        (one) =>
          term.startsWith(one.prefix) ||
          one.compounds.has(term) ||
          (Math.abs(term.length - one.text.length) <= maxTypingErrors &&
            mayBeWithin(one.signature, signature, maxTypingErrors)),
      ) || others.some((prefix) => term.startsWith(prefix));
    decided.set(term, can);
    return can;
  };
  const index = indexOf(
    candidates.map(({ id, terms: read }) => ({
      id,
      terms: () => read().filter(([term]) => canMatch(term)),
    })),
  );
  return { ...index, library };
}
