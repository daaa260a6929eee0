/*
 * How items are found by what somebody typed, and how well they answer it, as SQL. Strictly, an item has all the words,
 * and the more prominent and the nearer each other they are, the better; loosely, it may have some of them, or words
 * that are spelt nearly so. What an item scores depends on nothing but itself, so that pages fit together.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../data/db/database.js';
import type { SearchWords } from '../../rules/search-words.js';

/** One way to be found, in queries on `items as item` after `prepareSearch`. Where several lead to an item, the best counts. */
export interface SearchMatch {
  /** Answered by an index. */
  readonly isFound: RawBuilder<boolean>;
  /** From 1 to 2 for all the words, and more for an item of this name; less for what is found loosely. */
  readonly score: RawBuilder<number>;
}

function strictMatch(search: SearchWords): SearchMatch {
  const all = allWords(search);
  // Ranking reads all the words of an item, which takes long. Where none stands in its headline, it is far behind anyway.
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

/** None where the text says exactly what is meant. */
function looseMatches({ words }: SearchWords): readonly SearchMatch[] {
  const long = words.filter((word) => word.length >= minLetters).map((word) => sql`plain_text(${word})`);
  return [...(words.length > 1 ? [someWords(words)] : []), ...(long.length > 0 ? [similarWords(long)] : [])];
}

/** Of items that were found and scored elsewhere, by id. */
export function knownMatch(hits: ReadonlyMap<number, { readonly score: number }>): SearchMatch {
  const scores = Object.fromEntries([...hits].map(([id, { score }]) => [id, score]));
  return {
    isFound: sql`item.id = any(${[...hits.keys()]}::bigint[])`,
    score: sql`(${JSON.stringify(scores)}::jsonb ->> item.id::text)::float8`,
  };
}

/**
 * Until the transaction ends: words may differ by a letter or two, where the usual threshold forgives only slips in long
 * ones; and tables are not read from end to end, which looks cheap to the planner because it does not count that the
 * words of every item are stored apart.
 */
async function prepareSearch(transaction: Queries): Promise<void> {
  await sql`select
    set_config('pg_trgm.word_similarity_threshold', '0.45', true),
    set_config('enable_seqscan', 'off', true)`.execute(transaction);
}

/** Below 1, whatever the rank. */
const saturated = sql.lit(32);

/** Short words are like too many others. */
const minLetters = 4;

/** As stems of English, or just as they are written; the last one perhaps unfinished. */
function allWords({ text, unfinished }: SearchWords): RawBuilder<string> {
  const whole = sql`websearch_to_tsquery('english', plain_text(${text})) || websearch_to_tsquery('simple', ${text})`;
  if (unfinished === undefined) return sql`(${whole})`;
  const { before, beginning } = unfinished;
  // Letters and digits only, so this is no syntax of its own.
  const begun = sql`to_tsquery('simple', ${`${beginning}:*`})`;
  return sql`(${whole}
    || (websearch_to_tsquery('english', plain_text(${before})) && ${begun})
    || (websearch_to_tsquery('simple', ${before}) && ${begun}))`;
}

/** By the share of them that stands in the headline; what has none there is not worth showing. */
function someWords(words: readonly string[]): SearchMatch {
  const queries = words.map((word) => sql`plainto_tsquery('english', plain_text(${word}))`);
  const shares = words.map((word) => sql`case when ${isInHeadline(word)} then 1 else 0 end`);
  const share = sql<number>`((${sql.join(shares, sql` + `)})::float8 / ${sql.lit(words.length)})`;
  return {
    isFound: sql`item.search_vector @@ (${sql.join(queries, sql` || `)}) and ${share} > 0`,
    score: sql`${share} / 2`,
  };
}

/** By how alike they are on average. */
function similarWords(words: readonly RawBuilder<unknown>[]): SearchMatch {
  const alike = words.map((word) => sql`${word} <% item.search_text`);
  const similarities = words.map((word) => sql`word_similarity(${word}, item.search_text)`);
  return {
    isFound: sql`(${sql.join(alike, sql` and `)})`,
    score: sql`(${sql.join(similarities, sql` + `)})::float8 / ${sql.lit(words.length + 1)}`,
  };
}

/** Whether its stem stands in what is searched letter by letter: slug, name, description and tags. */
function isInHeadline(word: string): RawBuilder<boolean> {
  return sql`coalesce(strpos(item.search_text, (ts_lexize('english_stem', plain_text(${word})))[1]) > 0, false)`;
}

/*
 * A search that is strict while that finds something, and forgiving where it finds hardly anything. Which of the two
 * the first page was, all others are, or they would not fit together.
 */

interface SearchedRows<R> {
  readonly rows: readonly R[];
  readonly isLoose: boolean;
}

/** With fewer than these, somebody is perhaps helped by more. */
const fewRows = 5;

/** `isLoose` where a page before says so. */
export function searchItems<R>(
  database: Database,
  search: SearchWords,
  isLoose: boolean | undefined,
  read: (queries: Queries, ways: readonly SearchMatch[]) => Promise<readonly R[]>,
): Promise<SearchedRows<R>> {
  const strict = strictMatch(search);
  const loose = looseMatches(search);
  return database.transaction().execute(async (transaction) => {
    await prepareSearch(transaction);
    const rows = isLoose ? [] : await read(transaction, [strict]);
    if (isLoose === false || rows.length >= fewRows || loose.length === 0) return { rows, isLoose: false };
    return { rows: await read(transaction, [strict, ...loose]), isLoose: true };
  });
}
