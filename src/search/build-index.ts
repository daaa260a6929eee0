/*
 * Documents into an index. Documents are numbered by their ids and terms by their spelling, so the same documents
 * give the same index in whatever order they come.
 */

import type { SearchDocument } from './document.js';
import { letterSignature } from './edit-distance.js';
import { indexWriter } from './index-writer.js';
import type { SearchIndex } from './search-index.js';
import { stringTable } from './string-table.js';
import { termWeights } from './term-weights.js';

/** The same documents give the same index, in whatever order they come. */
export function buildIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const byId = new Map<string, SearchDocument>();
  for (const document of documents) byId.set(document.id, document);
  const sorted = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));

  /** For each term its postings in turn: document, weight, document, weight. */
  const lists = new Map<string, number[]>();
  let postings = 0;
  sorted.forEach((document, number) => {
    for (const [term, weight] of termWeights(document)) {
      const list = lists.get(term);
      if (list === undefined) lists.set(term, [number, weight]);
      else list.push(number, weight);
      postings++;
    }
  });

  const terms = [...lists.keys()].sort();
  const vocabulary = { terms: stringTable(terms), signatures: new Uint32Array(terms.map(letterSignature)) };
  const ids = sorted.map(({ id }) => id);
  const writer = indexWriter(ids, { terms: terms.length, postings });
  terms.forEach((term, number) => {
    const list = lists.get(term) ?? [];
    for (let at = 0; at < list.length; at += 2) writer.add(list[at] ?? 0, list[at + 1] ?? 0);
    writer.endTerm(vocabulary, number);
  });
  return writer.finish();
}
