/*
 * The next index out of the last: what stays is copied, only the documents that changed are read. The result is the
 * same, to the byte, as an index built anew, so nothing wears out however often it is updated.
 */

import { buildIndex } from './build-index.js';
import type { SearchDocument } from './document.js';
import { type IndexWriter, indexWriter } from './index-writer.js';
import type { SearchIndex } from './search-index.js';
import { lowerBound, type StringTable, sizeOf, stringAt } from './string-table.js';

export interface IndexChanges {
  /** Documents that are new, or take the place of the one with their id. */
  readonly put?: Iterable<SearchDocument>;
  /** Ids that go; one that is not there is no fault. An id that is also put stays. */
  readonly remove?: Iterable<string>;
}

export function updateIndex(index: SearchIndex, { put = [], remove = [] }: IndexChanges): SearchIndex {
  const fresh = buildIndex(put);
  const oldIds = stringsOf(index.ids);
  const freshIds = stringsOf(fresh.ids);
  const gone = new Set([...remove, ...freshIds]);
  const ids = [...oldIds.filter((id) => !gone.has(id)), ...freshIds].sort();
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const writer = indexWriter(ids, {
    terms: sizeOf(index.terms) + sizeOf(fresh.terms),
    postings: index.documents.length + fresh.documents.length,
  });
  mergeTerms(
    { index, numbers: Int32Array.from(oldIds, (id) => (gone.has(id) ? goes : (numbers.get(id) ?? goes))) },
    { index: fresh, numbers: Int32Array.from(freshIds, (id) => numbers.get(id) ?? goes) },
    writer,
  );
  return writer.finish();
}

interface Source {
  readonly index: SearchIndex;
  /** What number each document will have, or that it goes. */
  readonly numbers: Int32Array;
}

const goes = -1;

function stringsOf(table: StringTable): readonly string[] {
  return Array.from({ length: sizeOf(table) }, (_, number) => stringAt(table, number));
}

/** Only the few fresh terms are looked at as strings; the old ones between them are copied by their numbers. */
function mergeTerms(old: Source, fresh: Source, writer: IndexWriter): void {
  const oldTerms = old.index.terms;
  let oldTerm = 0;
  stringsOf(fresh.index.terms).forEach((text, freshTerm) => {
    const place = lowerBound(oldTerms, text);
    while (oldTerm < place) copyTerm(old, oldTerm++, writer);
    if (place < sizeOf(oldTerms) && stringAt(oldTerms, place) === text) {
      mergeTerm(old, oldTerm++, fresh, freshTerm, writer);
    } else {
      copyTerm(fresh, freshTerm, writer);
    }
  });
  while (oldTerm < sizeOf(oldTerms)) copyTerm(old, oldTerm++, writer);
}

function copyTerm(source: Source, term: number, writer: IndexWriter): void {
  const { postingStarts, weights } = source.index;
  const end = postingStarts[term + 1] ?? 0;
  for (let at = postingStarts[term] ?? 0; at < end; at++) {
    const number = numberAt(source, at);
    if (number !== goes) writer.add(number, weights[at] ?? 0);
  }
  writer.endTerm(source.index, term);
}

function mergeTerm(
  old: Source,
  oldTerm: number,
  fresh: Source,
  freshTerm: number,
  writer: IndexWriter,
): void {
  const oldEnd = old.index.postingStarts[oldTerm + 1] ?? 0;
  const freshEnd = fresh.index.postingStarts[freshTerm + 1] ?? 0;
  let oldAt = old.index.postingStarts[oldTerm] ?? 0;
  let freshAt = fresh.index.postingStarts[freshTerm] ?? 0;
  while (oldAt < oldEnd || freshAt < freshEnd) {
    const oldNumber = oldAt < oldEnd ? numberAt(old, oldAt) : afterAll;
    const freshNumber = freshAt < freshEnd ? numberAt(fresh, freshAt) : afterAll;
    if (oldNumber === goes) oldAt++;
    else if (oldNumber < freshNumber) writer.add(oldNumber, old.index.weights[oldAt++] ?? 0);
    else writer.add(freshNumber, fresh.index.weights[freshAt++] ?? 0);
  }
  writer.endTerm(old.index, oldTerm);
}

const afterAll = Number.MAX_SAFE_INTEGER;

function numberAt({ index, numbers }: Source, posting: number): number {
  return numbers[index.documents[posting] ?? 0] ?? goes;
}
