/*
 * The items that may answer a search by words, found by the indexes of the database: those with one of its words, with
 * the name that was typed, or, for a word that hardly any item has, with a word of similar spelling. Which of them answer
 * it best is for the scorer to say, so the database's own order decides only which are scored at all.
 */

import { sql } from 'kysely';
import { stopWords } from '../../../search/english.js';
import { parseQuestion, type SearchQuery } from '../../../search/query.js';
import type { Library } from '../../../search/search-index.js';
import type { Database } from '../../data/db/database.js';
import type { SearchWords } from '../../rules/search-words.js';
import { type ItemFilter, orderedItems } from './read-page.js';
import { inSearch, misspeltWords, type SearchMatch } from './search-by-words.js';

export interface Candidate {
  readonly id: number;
  readonly slug: string;
  readonly is_deprecated: boolean;
  readonly search_text: string;
  /** As they are stored; null for an item of an older release. */
  readonly search_terms: Uint8Array | null;
}

/** How many items are scored, so many can be listed. */
export const maxCandidates = 200;

/** How many items with one of the words the database looks at. */
const maxFound = 2_000;

/** The most promising first. */
export async function findCandidates(
  database: Database,
  filter: ItemFilter,
  search: SearchWords,
  asked: SearchQuery,
  library: Library,
): Promise<readonly Candidate[]> {
  const matches = [
    ...wordMatch(search, asked, library),
    nameMatch(search),
    ...spellingMatches(search, library),
  ];
  return inSearch(database, (queries) => {
    const best = queries
      .selectFrom(orderedItems(queries, filter, { sort: 'relevance', matches, asOf: 0, maxFound }))
      .selectAll()
      .orderBy('key')
      .orderBy('slug', (order) => order.collate('C'))
      .limit(maxCandidates);
    return queries
      .selectFrom(best.as('found'))
      .innerJoin('items as item', (join) =>
        join.on('item.tenant_id', '=', filter.tenantId).onRef('item.id', '=', 'found.id'),
      )
      .select(['found.id', 'found.slug', 'found.is_deprecated', 'item.search_text', 'item.search_terms'])
      .orderBy('found.key')
      .orderBy('found.slug', (order) => order.collate('C'))
      .execute();
  });
}

function wordMatch(
  { words, keywords, unfinished }: SearchWords,
  asked: SearchQuery,
  library: Library,
): readonly SearchMatch[] {
  const { terms } = parseQuestion(asked);
  const question = [...words, ...terms.map(({ text }) => text)];
  const others = terms.flatMap(({ alternatives }) => alternatives.map(({ text }) => text));
  // Words of a single item are not counted, so that those which seem to be in none are looked up too.
  const isCounted = (word: string) => library.frequencyOf(word) > 0;
  const uncounted = others.filter((word) => !isCounted(word));
  const groups = [keywords.flat(), question, others.filter(isCounted), uncounted];
  const telling = new Set(groups.flatMap((group) => tellingWords([...new Set(group)], library)));
  const queries = [
    ...[...telling].flatMap((word) => [
      sql`plainto_tsquery('english', plain_text(${word}))`,
      sql`plainto_tsquery('simple', ${word})`,
    ]),
    // The beginning has only letters and digits, so it needs no escaping.
    ...(unfinished === undefined ? [] : [sql`to_tsquery('simple', ${`${unfinished.beginning}:*`})`]),
  ];
  if (queries.length === 0) return [];
  const any = sql`(${sql.join(queries, sql` || `)})`;
  return [
    {
      isFound: sql`item.search_vector @@ ${any}`,
      score: sql`ts_rank(item.search_vector, ${any})::float8`,
    },
  ];
}

/** Without words that are in so many items that they say little; all of those have them where nothing else is asked for. */
function tellingWords(words: readonly string[], library: Library): readonly string[] {
  const meant = words.filter((word) => !stopWords.has(word));
  const known = (meant.length === 0 ? words : meant).map((word) => ({
    word,
    frequency: library.frequencyOf(word),
  }));
  const most = Math.max(maxFound / 4, library.documents * commonShare);
  const telling = known.filter(({ frequency }) => frequency <= most);
  const used = telling.length > 0 ? telling : known;
  return used
    .toSorted((one, other) => one.frequency - other.frequency)
    .slice(0, maxWords)
    .map(({ word }) => word);
}

const commonShare = 0.05;

/** Each costs a lookup in the index. */
const maxWords = 16;

function nameMatch({ slug }: SearchWords): SearchMatch {
  return { isFound: sql`item.slug = ${slug}`, score: sql`2::float8` };
}

/** For words that hardly any item has, as in an index: those may be typing errors. */
function spellingMatches({ words }: SearchWords, library: Library): readonly SearchMatch[] {
  return misspeltWords(
    words.filter((word) => !stopWords.has(word) && library.frequencyOf(word) <= library.documents / 1_000),
  );
}
