/*
 * Small parts that show one fact: a pill with a word, a time, a name with a value.
 */

import type { ComponentChildren } from 'preact';
import { exactTime, timeAgo } from '../rules/wording.js';

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

/** A relative time, with the exact one on hover. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">never</span>;
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(time)}>
      {timeAgo(time, Date.now())}
    </time>
  );
}

/** A name and its value, for a list of facts (`<dl>`). */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
