/*
 * Whether two skills are for the same purpose although they say it in other words. Skills of one topic share its name and
 * little else; skills for one purpose share the rest too. So the strongest common subject is taken away, and the score is
 * the share of what is left in each description that the other one says as well: in its description, or, for less, in the
 * beginning of its body.
 */

import { isAction } from './concepts.js';
import type { Purpose } from './purpose.js';
import type { TermTable } from './term-table.js';

/** A purpose in numbers of a term table. */
export interface NumberedPurpose {
  readonly terms: readonly NumberedTerm[];
  readonly mainActions: readonly number[];
  readonly actions: ReadonlySet<number>;
}

interface NumberedTerm {
  readonly word: number;
  readonly concepts: readonly number[];
  /** What it says about the skill. */
  readonly weight: number;
  /** The word stands for nothing but actions. */
  readonly isAction: boolean;
  /** It is in the name and in the description. */
  readonly isCentral: boolean;
}

export function numberedPurpose(purpose: Purpose, table: TermTable): NumberedPurpose {
  return {
    terms: purpose.terms.flatMap(({ word, concepts }): readonly NumberedTerm[] => {
      const number = table.numberOf(word);
      const onlyAction = concepts.length > 0 && concepts.every(isAction);
      const weight = onlyAction ? Math.min(2, table.weightOf(number)) * 0.7 : table.weightOf(number);
      if (weight <= 0) return [];
      const isCentral = purpose.central.has(word) && !onlyAction && weight >= minCentralWeight;
      const numbers = concepts.map(table.numberOf);
      return [{ word: number, concepts: numbers, weight, isAction: onlyAction, isCentral }];
    }),
    mainActions: [...purpose.mainActions].map(table.numberOf),
    actions: new Set([...purpose.actions].map(table.numberOf)),
  };
}

/** A word of every second name, such as "helper", is not what a skill is about. */
const minCentralWeight = 1.5;

/** What a body is about: its strongest words and concepts. */
export type BodySubjects = ReadonlySet<number>;

/** The score of two purposes from 0 to 1; without bodies it is what the descriptions alone say. */
export type ComparePurposes = (
  a: NumberedPurpose,
  b: NumberedPurpose,
  bodies?: readonly [BodySubjects, BodySubjects],
) => number;

/** What is taken off where the actions are known and differ. */
const otherAction = 0.18;

/** What is taken off for each skill with a subject of its own: of siblings, one is about Linux and one about Windows. */
const otherSubject = 0.2;

/** How sure a match is, by the way it was found: the same word in both descriptions is surest. */
const sureness = { concept: 0.8, bodyWord: 0.6, bodyConcept: 0.35 };

/** The length of a description in terms, and of what is compared of a body: common words are in long texts by chance. */
const usualTerms = 25;
const bodyTerms = 60;

/** So much weight without a match is assumed in each: a description of two words proves nothing. */
const assumedRest = 3;

/** Compares thousands of pairs, so what a description has is marked in arrays that are made once. */
export function purposeComparer(table: TermTable): ComparePurposes {
  const marks = [new Marks(table.size()), new Marks(table.size())] as const;
  return (a, b, bodies = [nothing, nothing]) => {
    if (haveSameWords(a, b)) return 1;
    marks[0].put(a);
    marks[1].put(b);
    const inB = strengthsOf(a, marks[1], bodies[1], table);
    const inA = strengthsOf(b, marks[0], bodies[0], table);
    const topic = strongestSubject([a, b], [inB, inA], table);
    const rest = (shareWithout(topic, a, inB) + shareWithout(topic, b, inA)) / 2;
    const others = Number(hasOtherSubject(a, inB)) + Number(hasOtherSubject(b, inA));
    return Math.max(0, rest - otherAction * (1 - sameAction(a, b)) - otherSubject * others);
  };
}

const nothing: BodySubjects = new Set();

/** Which words and concepts a description has. */
class Marks {
  readonly #of: Int32Array;
  #current: NumberedPurpose | undefined;
  #turn = 0;

  constructor(size: number) {
    this.#of = new Int32Array(size);
  }

  put(purpose: NumberedPurpose): void {
    if (this.#current === purpose) return;
    this.#current = purpose;
    this.#turn++;
    for (const { word, concepts } of purpose.terms) {
      this.#of[word] = this.#turn;
      for (const concept of concepts) this.#of[concept] = this.#turn;
    }
  }

  get count(): number {
    return this.#current?.terms.length ?? 0;
  }

  has(number: number): boolean {
    return this.#of[number] === this.#turn;
  }
}

/** By term: from 0 to 1, how surely the other description says the same; negative where only the other body does. */
function strengthsOf(
  { terms }: NumberedPurpose,
  other: Marks,
  body: BodySubjects,
  table: TermTable,
): Float64Array {
  const notByChance = (number: number, length: number) =>
    Math.exp((table.absenceOf(number) * length) / usualTerms);
  const strengths = new Float64Array(terms.length);
  for (let at = 0; at < terms.length; at++) {
    const { word, concepts } = terms[at] as NumberedTerm;
    let described = other.has(word) ? notByChance(word, other.count) : 0;
    for (const concept of concepts) {
      if (other.has(concept))
        described = Math.max(described, sureness.concept * notByChance(concept, other.count));
    }
    if (described === 0 && body.size > 0) {
      if (body.has(word)) described = -sureness.bodyWord * notByChance(word, bodyTerms);
      for (const concept of concepts) {
        if (body.has(concept))
          described = Math.min(described, -sureness.bodyConcept * notByChance(concept, bodyTerms));
      }
    }
    strengths[at] = described;
  }
  return strengths;
}

/** The term that most connects the descriptions, with its subjects. */
function strongestSubject(
  purposes: readonly [NumberedPurpose, NumberedPurpose],
  strengths: readonly [Float64Array, Float64Array],
  table: TermTable,
): readonly number[] {
  let strongest: NumberedTerm | undefined;
  let most = 0;
  purposes.forEach(({ terms }, side) => {
    terms.forEach((term, at) => {
      const value = term.isAction ? 0 : term.weight * (strengths[side]?.[at] ?? 0);
      if (value > most) [most, strongest] = [value, term];
    });
  });
  return strongest === undefined ? [] : [strongest.word, ...strongest.concepts.filter(table.isSubject)];
}

function shareWithout(topic: readonly number[], { terms }: NumberedPurpose, strengths: Float64Array): number {
  let matched = 0;
  let whole = 0;
  for (let at = 0; at < terms.length; at++) {
    const { word, concepts, weight } = terms[at] as NumberedTerm;
    if (topic.includes(word) || concepts.some((concept) => topic.includes(concept))) continue;
    whole += weight;
    matched += weight * Math.abs(strengths[at] ?? 0);
  }
  return matched / (whole + assumedRest);
}

/** It is about something, such as Windows, of which the other skill says nothing. */
function hasOtherSubject({ terms }: NumberedPurpose, strengths: Float64Array): boolean {
  return terms.some(({ isCentral }, at) => isCentral && strengths[at] === 0);
}

function haveSameWords(a: NumberedPurpose, b: NumberedPurpose): boolean {
  if (a.terms.length !== b.terms.length || a.terms.length < 2) return false;
  const words = new Set(a.terms.map(({ word }) => word));
  return b.terms.every(({ word }) => words.has(word));
}

/** 1 for the same main action, less where only one of them is a main one or none is known. */
function sameAction(a: NumberedPurpose, b: NumberedPurpose): number {
  if (a.mainActions.some((action) => b.mainActions.includes(action))) return 1;
  const isNamed = a.mainActions.some((action) => b.actions.has(action));
  if (isNamed || b.mainActions.some((action) => a.actions.has(action))) return 0.5;
  return a.mainActions.length === 0 || b.mainActions.length === 0 ? 0.4 : 0;
}
