/*
 * Cuts a text into sentences, and says which of them belong together: the items of a list with the line that leads to
 * them, the sentences of a paragraph, and the heading above. The concepts of a sentence are looked up once, and only for
 * sentences near a verb that matters, so that the effort grows with the text and not with the number of verbs.
 */

import type { LineContext } from '../reading.js';
import { type Concept, concepts } from './concepts.js';

export interface Sentences {
  readonly count: number;
  start(index: number): number;
  end(index: number): number;
  text(index: number): string;
  /** The bits of the concepts in a sentence. */
  bits(index: number): number;
  /** The index of the sentence at an offset. */
  at(offset: number): number;
  /** The first and last sentence that are read together with this one. */
  around(index: number): readonly [first: number, last: number];
  context(index: number): LineContext | undefined;
}

/** `contextAt` gives the context of the line at an offset; a text that is not a file has none. */
export function sentencesOf(
  lower: string,
  contextAt: (offset: number) => LineContext | undefined = () => undefined,
): Sentences {
  const starts = sentenceStarts(lower);
  const known = new Int32Array(starts.length).fill(-1);
  const contexts: (LineContext | undefined)[] = [];
  const start = (index: number): number => starts[index] ?? lower.length;
  const end = (index: number): number => start(index + 1);
  const text = (index: number): string => lower.slice(start(index), end(index));
  const context = (index: number): LineContext | undefined => {
    contexts[index] ??= contextAt(start(index));
    return contexts[index];
  };
  const bits = (index: number): number => {
    const before = known[index] ?? 0;
    if (before !== -1) return before;
    const found = bitsOf(text(index), concepts);
    known[index] = found;
    return found;
  };
  const isHeading = (index: number): boolean =>
    /^\s*#{1,6} /.test(lower.slice(start(index), start(index) + 12));
  return {
    count: starts.length,
    start,
    end,
    text,
    bits,
    context,
    at: (offset) => lastAtMost(starts, offset),
    around: (index) => {
      let first = index;
      while (first > 0 && index - first < reachBack && !isHeading(first)) first -= 1;
      let last = index;
      while (last + 1 < starts.length && last - index < reachOn && !isHeading(last + 1)) last += 1;
      return [first, last];
    },
  };
}

/** How many sentences before and after are read together. A list of steps often ends with the step that matters. */
const reachBack = 9;
const reachOn = 3;
/** A longer sentence is read in pieces. */
const maxLength = 400;

export function bitsOf(text: string, sought: readonly Concept[]): number {
  let found = 0;
  for (const { bit, pattern } of sought) if (pattern.test(text)) found |= bit;
  return found;
}

function sentenceStarts(text: string): readonly number[] {
  const starts = [0];
  let last = 0;
  sentenceEnd.lastIndex = 0;
  for (let hit = sentenceEnd.exec(text); hit !== null; hit = sentenceEnd.exec(text)) {
    const next = sentenceEnd.lastIndex;
    for (; next - last > maxLength; last += maxLength) starts.push(last + maxLength);
    if (next < text.length) starts.push(next);
    last = next;
  }
  for (; text.length - last > maxLength; last += maxLength) starts.push(last + maxLength);
  return starts;
}

/** A point after the number of a list item ends nothing. */
const sentenceEnd = /(?:(?<!(?:^|\n) ?\d{1,3})[.!?;]["')\]]?(?: |\n+))|\n+|[。！？；]/g;

function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
