/*
 * From page to page of a list. The place is in the address, so that Back and a reload stay where one was.
 */

import { withQuery } from '../address.js';
import { Link, useNavigation } from '../navigation.js';

interface Props {
  readonly next: string | null;
  /** What the first page and the next one are called; of a list that begins with the newest unless told. */
  readonly words?: readonly [first: string, next: string];
}

export function PageLinks({ next, words: [firstWord, nextWord] = ['Newest', 'Older'] }: Props) {
  const { path, query } = useNavigation();
  const { cursor, ...rest } = Object.fromEntries(query);
  if (cursor === undefined && next === null) return null;
  return (
    <nav class="actions" aria-label="Pages of the list">
      {cursor !== undefined && (
        <Link class="button" href={withQuery(path, rest)}>
          {firstWord}
        </Link>
      )}
      {next !== null && (
        <Link class="button" href={withQuery(path, { ...rest, cursor: next })}>
          {nextWord}
        </Link>
      )}
    </nav>
  );
}
