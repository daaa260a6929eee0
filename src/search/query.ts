/*
 * What someone typed, as terms to look for. However much it is, only the beginning counts: a search must not become
 * slow because somebody pasted a book.
 */

import { nameTerm } from './term-weights.js';
import { joined, wordsOf } from './words.js';

export interface Query {
  /** Each once, in the order typed. */
  readonly terms: readonly QueryTerm[];
  /** The term of the documents whose name is the whole query. */
  readonly name: string;
}

export interface QueryTerm {
  readonly text: string;
  /** What it may be written in one piece with: "gif search" is also looked for as "gifsearch". */
  readonly compounds: ReadonlySet<string>;
  /** The last term may be still half typed. */
  readonly last: boolean;
}

const maxCharacters = 4_000;
const maxTerms = 32;

export function parseQuery(text: string): Query {
  const words = wordsOf(text.slice(0, maxCharacters));
  const compoundsOf = new Map<string, Set<string>>();
  const add = (part: string, compound: string) => compoundsOf.get(part)?.add(compound);
  const parts = words.flat();
  for (const part of parts) {
    if (compoundsOf.size < maxTerms) compoundsOf.set(part, new Set());
  }
  for (const word of words) {
    const compound = joined(word);
    if (word.length > 2) for (const part of word) add(part, compound);
  }
  parts.forEach((part, at) => {
    const next = parts[at + 1];
    if (next === undefined) return;
    add(part, joined([part, next]));
    add(next, joined([part, next]));
  });
  const terms = [...compoundsOf].map(([part, compounds]) => ({
    text: part,
    compounds,
    last: part === parts.at(-1),
  }));
  return { terms, name: nameTerm(words) };
}
