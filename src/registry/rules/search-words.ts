/*
 * What somebody typed into the search: words, or the operators of web search ("a phrase", -without, or). Only plain
 * words are also searched for one by one, unfinished or misspelt.
 */

export interface SearchWords {
  readonly text: string;
  /** The text as a slug, in case it is one. */
  readonly slug: string;
  /** The first few words, each once; none where operators are used. */
  readonly words: readonly string[];
  /** The last word, where it may be unfinished. */
  readonly unfinished: { readonly before: string; readonly beginning: string } | undefined;
}

/** Undefined for an empty text. */
export function readSearchWords(given: string | undefined): SearchWords | undefined {
  const text = given?.trim() ?? '';
  if (text === '') return undefined;
  const isPlain = !/"|(?:^|\s)-|(?:^|\s)or(?:\s|$)/i.test(text);
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [])].slice(0, maxWords);
  return {
    text,
    slug: text.toLowerCase().replace(/[^\p{L}\p{Nd}]+/gu, '-'),
    words: isPlain ? words : [],
    unfinished: isPlain && given?.endsWith(text) ? unfinishedIn(text) : undefined,
  };
}

/** Every word costs a lookup in the index. */
const maxWords = 8;

function unfinishedIn(text: string): SearchWords['unfinished'] {
  const [, before = '', beginning] = /^(.*\s)?([\p{L}\p{Nd}]{2,})$/su.exec(text) ?? [];
  return beginning === undefined ? undefined : { before, beginning: beginning.toLowerCase() };
}
