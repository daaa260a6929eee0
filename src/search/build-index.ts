/*
 * Builds an index from documents, and updates one. Documents are numbered by id and terms by spelling, so the same
 * documents give the same index in any order, and an updated index equals a rebuilt one to the byte.
 */

import { letterSignature } from '../text/closest.js';
import type { SearchDocument } from './document.js';
import type { SearchIndex, Vocabulary } from './search-index.js';
import { lowerBound, type StringTable, sizeOf, stringAt, stringTable } from './string-table.js';
import { termWeights, type WeightedTerm } from './term-weights.js';

/** Indexes documents for `searchSkills`. */
export function buildIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const byId = new Map<string, SearchDocument>();
  for (const document of documents) byId.set(document.id, document);
  return indexOf(
    Array.from(byId.values(), (document) => ({ id: document.id, terms: () => termWeights(document) })),
  );
}

/** A document whose terms are read when it is its turn, so that those of all are never in memory at once. */
export interface DocumentTerms {
  readonly id: string;
  readonly terms: () => readonly WeightedTerm[];
}

/** Ids must be unique. */
export function indexOf(documents: readonly DocumentTerms[]): SearchIndex {
  const sorted = documents.toSorted((one, other) => (one.id < other.id ? -1 : 1));

  /** The postings of each term: document, weight, document, weight. */
  const lists = new Map<string, number[]>();
  let postings = 0;
  sorted.forEach(({ terms }, number) => {
    for (const [term, weight] of terms()) {
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

interface IndexChanges {
  /** Documents to add, or to replace the one with the same id. */
  readonly put?: Iterable<SearchDocument>;
  /** Ids to remove; unknown ids are ignored. An id that is also put stays. */
  readonly remove?: Iterable<string>;
}

/** Copies what stays, and reads only the changed documents. */
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
    {
      index,
      numbers: Int32Array.from(oldIds, (id) => (gone.has(id) ? removed : (numbers.get(id) ?? removed))),
    },
    { index: fresh, numbers: Int32Array.from(freshIds, (id) => numbers.get(id) ?? removed) },
    writer,
  );
  return writer.finish();
}

interface Source {
  readonly index: SearchIndex;
  /** The new number of each document, or `removed`. */
  readonly numbers: Int32Array;
}

const removed = -1;

function stringsOf(table: StringTable): readonly string[] {
  return Array.from({ length: sizeOf(table) }, (_, number) => stringAt(table, number));
}

/** Only the few fresh terms are compared as strings; the old ones between them are copied by number. */
function mergeTerms(old: Source, fresh: Source, writer: IndexWriter): void {
  const oldTerms = old.index.terms;
  let oldTerm = 0;
  stringsOf(fresh.index.terms).forEach((text, freshTerm) => {
    const position = lowerBound(oldTerms, text);
    while (oldTerm < position) copyTerm(old, oldTerm++, writer);
    if (position < sizeOf(oldTerms) && stringAt(oldTerms, position) === text) {
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
    if (number !== removed) writer.add(number, weights[at] ?? 0);
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
    if (oldNumber === removed) oldAt++;
    else if (oldNumber < freshNumber) writer.add(oldNumber, old.index.weights[oldAt++] ?? 0);
    else writer.add(freshNumber, fresh.index.weights[freshAt++] ?? 0);
  }
  writer.endTerm(old.index, oldTerm);
}

const afterAll = Number.MAX_SAFE_INTEGER;

function numberAt({ index, numbers }: Source, posting: number): number {
  return numbers[index.documents[posting] ?? 0] ?? removed;
}

/**
 * Assembles an index term by term. Terms come from an existing vocabulary, so consecutive terms are copied as one piece
 * of text, and an update creates no strings for terms that stay.
 */
interface IndexWriter {
  /** Adds a posting of the current term; documents in ascending order. */
  add(document: number, weight: number): void;
  /** Ends the current term; terms in order. A term without postings is left out. */
  endTerm(vocabulary: Vocabulary, term: number): void;
  finish(): SearchIndex;
}

interface IndexSize {
  readonly terms: number;
  readonly postings: number;
}

/** Takes the ids in code-unit order, and the maximum size. */
function indexWriter(ids: readonly string[], max: IndexSize): IndexWriter {
  const termStarts = new Uint32Array(max.terms + 1);
  const signatures = new Uint32Array(max.terms);
  const postingStarts = new Uint32Array(max.terms + 1);
  const documents = new Uint32Array(max.postings);
  const weights = new Uint16Array(max.postings);
  const text: string[] = [];
  let piece = { source: '', start: 0, end: 0 };
  let terms = 0;
  let postings = 0;
  return {
    add(document, weight) {
      documents[postings] = document;
      weights[postings] = weight;
      postings++;
    },
    endTerm(vocabulary, term) {
      if (postings === postingStarts[terms]) return;
      const start = vocabulary.terms.starts[term] ?? 0;
      const end = vocabulary.terms.starts[term + 1] ?? 0;
      if (piece.source === vocabulary.terms.text && piece.end === start) piece.end = end;
      else {
        text.push(piece.source.slice(piece.start, piece.end));
        piece = { source: vocabulary.terms.text, start, end };
      }
      signatures[terms] = vocabulary.signatures[term] ?? 0;
      termStarts[terms + 1] = (termStarts[terms] ?? 0) + end - start;
      terms++;
      postingStarts[terms] = postings;
    },
    finish() {
      text.push(piece.source.slice(piece.start, piece.end));
      return {
        ids: stringTable(ids),
        terms: { text: text.join(''), starts: termStarts.subarray(0, terms + 1) },
        signatures: signatures.subarray(0, terms),
        postingStarts: postingStarts.subarray(0, terms + 1),
        documents: documents.subarray(0, postings),
        weights: weights.subarray(0, postings),
      };
    },
  };
}
