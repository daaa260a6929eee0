/*
 * What somebody typed into the search: words, or the operators of web search ("a phrase", -without, or). Only plain
 * words are also searched for one by one, unfinished or misspelt.
 */

import type { SearchQuery } from '../../search/query.js';

export interface SearchWords {
  /** The question, or the keywords where there is none. */
  readonly text: string;
  /** Undefined where operators are used: such a search is answered exactly. */
  readonly asked: SearchQuery | undefined;
  /** The text as a slug, in case it is one. */
  readonly slug: string;
  /** The first few words, each once; none where operators are used. */
  readonly words: readonly string[];
  /** The last word, where it may be unfinished. */
  readonly unfinished: { readonly before: string; readonly beginning: string } | undefined;
  /** The words of each term that the text of the right item would contain; none where only a text is given. */
  readonly keywords: readonly (readonly string[])[];
}

/** Undefined where nothing is searched for. Keywords alone are the text as well. */
export function readSearchWords(
  asked: string | undefined,
  terms: readonly string[] = [],
): SearchWords | undefined {
  const keywords = terms.map(wordsIn).filter(({ length }) => length > 0);
  const given = asked?.trim() ? asked : keywords.flat().join(' ');
  const text = given.trim();
  if (text === '') return undefined;
  const isPlain = !/"|(?:^|\s)-|(?:^|\s)or(?:\s|$)/i.test(text);
  const words = wordsIn(text).slice(0, maxWords);
  return {
    text,
    asked: isPlain ? { question: asked?.trim() ?? '', keywords: terms } : undefined,
    slug: text.toLowerCase().replace(/[^\p{L}\p{Nd}]+/gu, '-'),
    words: isPlain ? words : [],
    unfinished: isPlain && given.endsWith(text) ? unfinishedIn(text) : undefined,
    keywords: keywords.slice(0, maxWords).map((own) => own.slice(0, maxKeywordWords)),
  };
}

/** The words that this one would be if two adjacent letters were typed in the wrong order. */
export function lettersSwapped(word: string): readonly string[] {
  const letters = [...word];
  const swapped = letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? '')
      .join(''),
  );
  return [...new Set(swapped)].filter((other) => other !== word);
}

/** Every word costs a lookup in the index. */
const maxWords = 8;
const maxKeywordWords = 4;

/** In lower case, each once. */
function wordsIn(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [])];
}

function unfinishedIn(text: string): SearchWords['unfinished'] {
  const [, before = '', beginning] = /^(.*\s)?([\p{L}\p{Nd}]{2,})$/su.exec(text) ?? [];
  return beginning === undefined ? undefined : { before, beginning: beginning.toLowerCase() };
}
