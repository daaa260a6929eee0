/*
 * Parses a query into terms, with the other words that may be meant. Only the start of a long query counts, so that a
 * pasted book does not make a search slow.
 */

import { isForeign } from './question-language.js';
import { type Alternative, synonymsIn } from './synonyms.js';
import { nameTerm } from './term-weights.js';
import { translateQuestion } from './translate.js';
import { joined, type Word, wordsOf } from './words.js';

/** What is searched for: a question in the user's words, and words that the text of the right skill would contain. */
export interface SearchQuery {
  readonly question: string;
  /** Three to eight short terms, synonyms included. They are scored apart from the question. */
  readonly keywords?: readonly string[] | undefined;
}

/** Without keywords. */
export function isBare({ keywords = [] }: Pick<SearchQuery, 'keywords'>): boolean {
  return parseKeywords(keywords).length === 0;
}

export interface QueryTerm {
  readonly text: string;
  /** Compounds with its neighbours: "gif search" also matches "gifsearch". */
  readonly compounds: ReadonlySet<string>;
  /** The last term may be incomplete. */
  readonly last: boolean;
  /** Other words that may be in the text of the right skill instead. */
  readonly alternatives: readonly Alternative[];
  /** Of a question in another language, whose words are no typing errors of English ones. */
  readonly isForeign: boolean;
}

const maxCharacters = 4_000;
const maxTerms = 32;

/** Distinct terms, in the order typed, and the index term for documents whose name is the whole question. */
export function parseQuestion({ question, keywords }: SearchQuery): {
  readonly terms: readonly QueryTerm[];
  readonly name: string;
} {
  const text = question.slice(0, maxCharacters);
  const words = wordsOf(text);
  const name = nameTerm(words);
  if (isForeign(text)) {
    const translated = foreignTerms(text);
    if (translated.some(({ alternatives }) => alternatives.length > 0)) return { terms: translated, name };
  }
  const terms = queryTerms([words], words.flat().at(-1));
  if (!isBare({ keywords })) return { terms, name };
  const synonyms = synonymsIn(terms.map((term) => term.text));
  return { terms: terms.map((term, at) => ({ ...term, alternatives: synonyms[at] ?? [] })), name };
}

function foreignTerms(text: string): readonly QueryTerm[] {
  const found = new Map<string, QueryTerm>();
  for (const { text: word, alternatives } of translateQuestion(text))
    if (found.size < maxTerms)
      found.set(word, {
        text: word,
        alternatives,
        compounds: new Set(),
        last: false,
        isForeign: true,
      });
  return [...found.values()];
}

/** The distinct terms of all keywords; compounds are made inside one keyword only. */
export function parseKeywords(keywords: readonly string[]): readonly QueryTerm[] {
  const texts = keywords.slice(0, maxTerms).map((keyword) => keyword.slice(0, maxCharacters / maxTerms));
  return queryTerms(texts.map(wordsOf), undefined);
}

function queryTerms(phrases: readonly (readonly Word[])[], last: string | undefined): readonly QueryTerm[] {
  const compoundsOf = new Map<string, Set<string>>();
  for (const part of phrases.flat(2)) {
    if (compoundsOf.size < maxTerms) compoundsOf.set(part, compoundsOf.get(part) ?? new Set());
  }
  const add = (part: string, compound: string) => compoundsOf.get(part)?.add(compound);
  for (const words of phrases) {
    for (const word of words) {
      const compound = joined(word);
      if (word.length > 2) for (const part of word) add(part, compound);
    }
    words.flat().forEach((part, at, parts) => {
      const next = parts[at + 1];
      if (next === undefined) return;
      add(part, joined([part, next]));
      add(next, joined([part, next]));
    });
  }
  return [...compoundsOf].map(([text, compounds]) => ({
    text,
    compounds,
    last: text === last,
    alternatives: [],
    isForeign: false,
  }));
}
