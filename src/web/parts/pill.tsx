/*
 * A word in a box: the state of an item, a verdict, a kind. The word says it all; the colour only helps.
 */

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

export function Pill({ word, tone = 'plain' }: { readonly word: string; readonly tone?: Tone }) {
  return <span class={`pill ${tone}`}>{word}</span>;
}

const tones: Readonly<Record<string, Tone>> = {
  published: 'good',
  pass: 'good',
  flagged: 'warn',
  review: 'warn',
  warn: 'warn',
  pending: 'warn',
  deprecated: 'warn',
  archived: 'bad',
  yanked: 'bad',
  block: 'bad',
  discarded: 'bad',
};

/** For a word whose tone is the same everywhere. */
export function WordPill({ word }: { readonly word: string }) {
  return <Pill word={word} tone={tones[word] ?? 'plain'} />;
}
