/*
 * A search that is strict while that finds something, and forgiving where it finds hardly anything. Which of the two
 * the first page was, all others are, or they would not fit together.
 */

import type { Database, Queries } from '../db/database.js';
import type { SearchWords } from '../rules/search-words.js';
import { looseWays, prepareSearch, type SearchWay, strictWay } from './search-score.js';

export interface SearchedRows<R> {
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
  read: (queries: Queries, ways: readonly SearchWay[]) => Promise<readonly R[]>,
): Promise<SearchedRows<R>> {
  const strict = strictWay(search);
  const loose = looseWays(search);
  return database.transaction().execute(async (transaction) => {
    await prepareSearch(transaction);
    const rows = isLoose ? [] : await read(transaction, [strict]);
    if (isLoose === false || rows.length >= fewRows || loose.length === 0) return { rows, isLoose: false };
    return { rows: await read(transaction, [strict, ...loose]), isLoose: true };
  });
}
