/*
 * What somebody typed into the search: words, or the signs of web search ("a phrase", -without, or) that say more
 * exactly what is meant. Only plain words are also searched for one by one, half written or misspelt.
 */

export interface SearchWords {
  readonly text: string;
  /** What the slug would be, if this is one. */
  readonly slug: string;
  /** Each once, the first few; none where signs are used. */
  readonly words: readonly string[];
  /** The word that is perhaps not written to its end. */
  readonly unfinished: { readonly before: string; readonly beginning: string } | undefined;
}

/** Undefined where nothing is searched for. */
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

/** Every word costs a look into the index. */
const maxWords = 8;

function unfinishedIn(text: string): SearchWords['unfinished'] {
  const [, before = '', beginning] = /^(.*\s)?([\p{L}\p{Nd}]{2,})$/su.exec(text) ?? [];
  return beginning === undefined ? undefined : { before, beginning: beginning.toLowerCase() };
}
