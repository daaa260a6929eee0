/*
 * The search by words, as SQL. In a strict search an item has all the words, and scores higher the more prominent and the
 * closer together they are; in a loose search it may have some of them, or words with a similar spelling. A search is
 * strict unless that finds very few items; all its pages are alike. The score of an item depends only on the item
 * itself, so that pages are consistent.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../data/db/database.js';
import { lettersSwapped, type SearchWords } from '../../rules/search-words.js';

/** A condition and its score, in queries on `items as item` after `prepareSearch`. Of several for an item, the best counts. */
export interface SearchMatch {
  /** It uses an index. */
  readonly isFound: RawBuilder<boolean>;
  /** From 1 to 2 for all the words, more for an item of this name, and less for a loose match. */
  readonly score: RawBuilder<number>;
}

interface SearchedRows<R> {
  readonly rows: readonly R[];
  readonly isLoose: boolean;
}

/** `isLoose` is that of the first page, where this is a later one. */
export function searchItems<R>(
  database: Database,
  search: SearchWords,
  isLoose: boolean | undefined,
  read: (queries: Queries, matches: readonly SearchMatch[]) => Promise<readonly R[]>,
): Promise<SearchedRows<R>> {
  const strict = strictMatch(search);
  const loose = looseMatches(search);
  return inSearch(database, async (transaction) => {
    if (search.keywords.length > 0) {
      return { rows: await read(transaction, [keywordMatch(search)]), isLoose: false };
    }
    const rows = isLoose ? [] : await read(transaction, [strict]);
    if (isLoose === false || rows.length >= fewRows || loose.length === 0) return { rows, isLoose: false };
    return { rows: await read(transaction, [strict, ...loose]), isLoose: true };
  });
}

/** Runs the queries of a search with the options that it needs. */
export function inSearch<T>(database: Database, read: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await prepareSearch(transaction);
    return read(transaction);
  });
}

/** With fewer rows than this, a loose search may help. */
const fewRows = 5;

/** Matches items that were found and scored elsewhere, by id. */
export function knownMatch(hits: ReadonlyMap<number, { readonly score: number }>): SearchMatch {
  const scores = Object.fromEntries([...hits].map(([id, { score }]) => [id, score]));
  return {
    isFound: sql`item.id = any(${[...hits.keys()]}::bigint[])`,
    score: sql`(${JSON.stringify(scores)}::jsonb ->> item.id::text)::float8`,
  };
}

function strictMatch(search: SearchWords): SearchMatch {
  const all = allWords(search);
  // Ranking reads all the words of an item, which is slow. Without a word in its headline, an item ranks low anyway.
  const isProminent =
    search.words.length === 0 ? sql`true` : sql`(${sql.join(search.words.map(isInHeadline), sql` or `)})`;
  return {
    isFound: sql`item.search_vector @@ ${all}`,
    score: sql`(1
      + case when item.slug = ${search.slug} then 2 else 0 end
      + case when starts_with(item.search_text, item.slug || ' ' || plain_text(${search.text}) || ' ') then 1 else 0 end
      + case when ${isProminent} then ts_rank_cd(item.search_vector, ${all}, ${saturated}) else 0 end)::float8`,
  };
}

/**
 * Scores how many of the keywords an item has, and how prominently; a name that is the whole question still comes first.
 * The words of the question count a little, so that they decide between items with the same keywords.
 */
function keywordMatch(search: SearchWords): SearchMatch {
  const { words, keywords } = search;
  const strict = strictMatch(search);
  const queries = keywords.map((own) => sql`plainto_tsquery('english', plain_text(${own.join(' ')}))`);
  const values = keywords.map(
    (own, at) => sql`case
      when ${sql.join(own.map(isInHeadline), sql` and `)} then 1
      when item.search_vector @@ ${queries[at]} then ${sql.lit(bodyShare)} else 0 end`,
  );
  const asked = words.map((word) => sql`case when ${isInHeadline(word)} then 1 else 0 end`);
  const question =
    asked.length === 0 ? sql`0` : sql`(${sql.join(asked, sql` + `)})::float8 / ${sql.lit(asked.length)}`;
  return {
    isFound: sql`item.search_vector @@ (${allWords(search)} || ${sql.join(queries, sql` || `)})`,
    score: sql`((${sql.join(values, sql` + `)})::float8 / ${sql.lit(keywords.length)}
      + ${sql.lit(questionShare)} * (${question})
      + case when ${strict.isFound} then ${sql.lit(questionShare)} * ${strict.score} else 0 end)::float8`,
  };
}

/** Of a keyword that is in the text of an item, but not in its headline. */
const bodyShare = 0.4;
const questionShare = 0.25;

/** None for a query with operators. */
function looseMatches({ words }: SearchWords): readonly SearchMatch[] {
  const long = words.filter((word) => word.length >= minLetters);
  return [
    ...(words.length > 1 ? [someWords(words)] : []),
    ...(long.length > 0 ? [similarWords(long), ...swappedLetters(long)] : []),
  ];
}

/** Items that have a word of similar spelling for one of the words. */
export function misspeltWords(words: readonly string[]): readonly SearchMatch[] {
  const long = words.filter((word) => word.length >= minLetters);
  return [...long.map((word) => similarWords([word])), ...swappedLetters(long)];
}

/**
 * Matches words with two adjacent letters swapped, the most common typing error: in a short word it leaves too few of the
 * three-letter pieces that similar words are found by ("dokcer" and "docker").
 */
function swappedLetters(words: readonly string[]): readonly SearchMatch[] {
  const swapped = words.flatMap(lettersSwapped);
  if (swapped.length === 0) return [];
  // The words have only letters and digits, so they need no escaping.
  const query = sql`to_tsquery('english', ${swapped.join(' | ')})`;
  return [
    {
      isFound: sql`item.search_vector @@ ${query}`,
      score: sql`ts_rank(item.search_vector, ${query})::float8 / 2`,
    },
  ];
}

/**
 * Sets two options until the transaction ends. Words may differ by a letter or two, where the default threshold allows
 * only typos in long ones. Sequential scans are off, which look cheap to the planner because it does not count that the
 * words of every item are stored out of line.
 */
async function prepareSearch(transaction: Queries): Promise<void> {
  await sql`select
    set_config('pg_trgm.word_similarity_threshold', '0.45', true),
    set_config('enable_seqscan', 'off', true)`.execute(transaction);
}

/** Scales any rank to below 1. */
const saturated = sql.lit(32);

/** Shorter words are similar to too many others. */
const minLetters = 4;

/** Matches words by their English stems or as they are written; the last one may be unfinished. */
function allWords({ text, unfinished }: SearchWords): RawBuilder<string> {
  const whole = sql`websearch_to_tsquery('english', plain_text(${text})) || websearch_to_tsquery('simple', ${text})`;
  if (unfinished === undefined) return sql`(${whole})`;
  const { before, beginning } = unfinished;
  // The beginning has only letters and digits, so it needs no escaping.
  const begun = sql`to_tsquery('simple', ${`${beginning}:*`})`;
  return sql`(${whole}
    || (websearch_to_tsquery('english', plain_text(${before})) && ${begun})
    || (websearch_to_tsquery('simple', ${before}) && ${begun}))`;
}

/** Scores the share of the words that are in the headline; an item with none there is not shown. */
function someWords(words: readonly string[]): SearchMatch {
  const queries = words.map((word) => sql`plainto_tsquery('english', plain_text(${word}))`);
  const shares = words.map((word) => sql`case when ${isInHeadline(word)} then 1 else 0 end`);
  const share = sql<number>`((${sql.join(shares, sql` + `)})::float8 / ${sql.lit(words.length)})`;
  return {
    isFound: sql`item.search_vector @@ (${sql.join(queries, sql` || `)}) and ${share} > 0`,
    score: sql`${share} / 2`,
  };
}

/** Scores the average similarity of the words. */
function similarWords(typed: readonly string[]): SearchMatch {
  const words = typed.map((word) => sql`plain_text(${word})`);
  const conditions = words.map((word) => sql`${word} <% item.search_text`);
  const similarities = words.map((word) => sql`word_similarity(${word}, item.search_text)`);
  return {
    isFound: sql`(${sql.join(conditions, sql` and `)})`,
    score: sql`(${sql.join(similarities, sql` + `)})::float8 / ${sql.lit(words.length + 1)}`,
  };
}

/** Whether the stem of the word is in the text that is compared by letters: slug, name, description and tags. */
function isInHeadline(word: string): RawBuilder<boolean> {
  return sql`coalesce(strpos(item.search_text, (ts_lexize('english_stem', plain_text(${word})))[1]) > 0, false)`;
}
