/*
 * How surely two skills are for one purpose. Three views have to agree: the share of the descriptions that is the same
 * besides the topic, which other words do not hide; the whole descriptions and the names; and the bodies, which say what
 * is really done. Headings that both have count against them: a publisher's template makes all its skills alike.
 */

import { stemsOf } from './concepts.js';
import type { TermTable } from './term-table.js';
import { type TermVector, vectorOf, vectorProduct } from './term-vector.js';

/** Each from 0 to 1. Without a body to compare, the descriptions decide alone. */
export interface Agreement extends Partial<BodyAgreement> {
  /** What the descriptions share besides the topic. */
  readonly share: number;
  readonly descriptions: number;
  readonly names: number;
}

export interface BodyAgreement {
  readonly bodies: number;
  readonly headings: number;
}

/** From this score on, most pairs are for one purpose; below it, fewer than half. */
export const surePurpose = 0.5;

/** From here on, a pair is worth a look by somebody who asks for all. */
export const maybePurpose = 0.21;

/** Weights and limits were chosen on labelled pairs of published skills. */
export function purposeScore(agreement: Agreement): number {
  const described = descriptionScore(agreement);
  const { bodies, headings = 0 } = agreement;
  if (bodies === undefined) return described;
  const whole = describedWeight * described + bodyWeight * bodies - templateWeight * headings;
  return whole >= surePurpose ? Math.min(1, whole) : Math.min(described, justBelowSure);
}

const describedWeight = 0.6;
const bodyWeight = 0.65;
const templateWeight = 0.35;
const justBelowSure = 0.49;

function descriptionScore({ share, descriptions, names }: Agreement): number {
  if (share < minShare) return share;
  const whole = descriptions + Math.min(nameShare * names, descriptions / 2);
  return Math.max(share, wholeWeight * whole);
}

/** Where next to nothing besides the topic is the same, the topic alone makes descriptions alike. */
const minShare = 0.17;

/** What the same name adds; at most half of what the descriptions agree in. */
const nameShare = 0.3;

/** Makes an agreement of whole descriptions as high as a share that is as sure. */
const wholeWeight = 0.725;

/** The share of the words of two names that both have, by how rare they are: 0 to 1. */
export function nameAgreement(a: string, b: string, table: TermTable): number {
  const [ofA, ofB] = [new Set(stemsOf(a)), new Set(stemsOf(b))];
  const weigh = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + table.weightOf(table.numberOf(word)), 0);
  const whole = weigh(ofA) + weigh(ofB);
  return whole === 0 ? 0 : (2 * weigh([...ofA].filter((word) => ofB.has(word)))) / whole;
}

/** A body as it is compared: its words, and its headings in lower case. */
export interface BodyWords {
  readonly words: TermVector;
  readonly headings: ReadonlySet<string>;
}

export function bodyWords(body: string, table: TermTable): BodyWords {
  const counts = new Map<number, number>();
  for (const word of stemsOf(body.slice(0, maxCharacters))) {
    const number = table.numberOf(word);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const weights = new Map(
    Array.from(counts, ([number, times]) => [number, table.weightOf(number) * (1 + Math.log(times))]),
  );
  const headings = body.matchAll(/^#{1,4} +(.+)$/gm);
  return {
    words: vectorOf(weights),
    headings: new Set(Array.from(headings, ([, text = '']) => text.toLowerCase())),
  };
}

const maxCharacters = 4_000;

/** Nothing where one of them has no words. */
export function bodyAgreement(a: BodyWords, b: BodyWords): Partial<BodyAgreement> {
  if (a.words.terms.length === 0 || b.words.terms.length === 0) return {};
  const fewer = Math.min(a.headings.size, b.headings.size);
  const common = [...a.headings].filter((heading) => b.headings.has(heading)).length;
  return { bodies: vectorProduct(a.words, b.words), headings: fewer === 0 ? 0 : common / fewer };
}
