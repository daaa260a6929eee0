/*
 * Whether two skills are for the same purpose although they say it in other words: the concepts of their descriptions,
 * and of their bodies, weighted by rarity. A clause that says what a skill is not for names the neighbour's subject, so
 * it is removed first.
 */

import { conceptsOf } from './concepts.js';

export interface PurposeText {
  readonly name: string;
  readonly description: string;
}

/** What a skill is for: its concepts, each with its number of occurrences. */
export interface Purpose {
  readonly actions: ReadonlySet<string>;
  readonly description: ReadonlyMap<string, number>;
  /** What the clauses about when to use it say. */
  readonly triggers: ReadonlyMap<string, number>;
}

export function purposeOf({ name, description }: PurposeText): Purpose {
  const text = withoutExclusions(description);
  const { actions, subjects } = conceptsOf(`${name}\n${text}`);
  return { actions, description: subjects, triggers: conceptsOf(triggersOf(text).join(' ')).subjects };
}

/** The concepts of the beginning of a body: what follows has little weight, and a library has many bodies. */
export function bodyConcepts(body: string): ReadonlyMap<string, number> {
  return conceptsOf(body.slice(0, maxBodyCharacters)).subjects;
}

const maxBodyCharacters = 4_000;

/** "Not for X (use Y)", "do not use for X", "for X use Y instead": the subject of another skill. */
export function withoutExclusions(description: string): string {
  return description
    .slice(0, maxDescriptionCharacters)
    .split(/(?<=[.!?;\n])/)
    .map((sentence) =>
      referral.test(sentence) ? ' ' : sentence.replace(exclusion, ' ').replace(pointer, ' '),
    )
    .join('');
}

const maxDescriptionCharacters = 2_000;
const referral = /\binstead of (?:this|it)\b|\buse (?:the )?[\w`:/-]+(?: skill)? instead\b/i;
const exclusion =
  /\b(?:not (?:for|intended|meant|suitable|to be used)|(?:do not|don't|never|shouldn't be|should not be) used?|except (?:for|when)|unlike|excludes?|skip (?:this|it|when|for))\b.*$/is;
const pointer = /\((?:use|see|try) [^)]*\)/gi;

/** The clauses that say when to use a skill; each is what an agent compares a task with. */
export function triggersOf(description: string): readonly string[] {
  return Array.from(
    withoutExclusions(description).matchAll(
      /\b(?:use (?:it |this |this skill )?(?:when(?:ever)?|for|if|before|after|to)|used? proactively (?:when|for)|when(?:ever)? (?:the )?user (?:asks?|wants?|mentions?|says?)(?: to| for| about)?|trigger(?:s|ed)?(?: it)?(?: on| when| by| before)?:?)\s+([^.!?;\n]+)/gi,
    ),
    ([, clause = '']) => clause.trim(),
  ).filter((clause) => clause !== '');
}

/** Weighted concepts, ordered by their numbers, of length 1. */
export interface ConceptVector {
  readonly concepts: Uint32Array;
  readonly weights: Float32Array;
}

/** `weightOf` numbers a concept and says how rare it is. */
export function vectorOf(
  concepts: ReadonlyMap<string, number>,
  weightOf: (concept: string) => { readonly number: number; readonly rarity: number },
): ConceptVector {
  const weighted = Array.from(concepts, ([concept, times]) => {
    const { number, rarity } = weightOf(concept);
    return { number, weight: rarity * (1 + Math.log(times)) };
  }).sort((a, b) => a.number - b.number);
  const length = Math.sqrt(weighted.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1;
  return {
    concepts: Uint32Array.from(weighted, ({ number }) => number),
    weights: Float32Array.from(weighted, ({ weight }) => weight / length),
  };
}

/** The cosine of two vectors, and the number of concepts that they share. */
export function sharedOf(
  a: ConceptVector,
  b: ConceptVector,
): { readonly score: number; readonly count: number } {
  let score = 0;
  let count = 0;
  for (let left = 0, right = 0; left < a.concepts.length && right < b.concepts.length; ) {
    const [x = 0, y = 0] = [a.concepts[left], b.concepts[right]];
    if (x === y) {
      score += (a.weights[left] ?? 0) * (b.weights[right] ?? 0);
      count++;
    }
    if (x <= y) left++;
    if (y <= x) right++;
  }
  return { score, count };
}

/** From 0 to 1. One concept in common is a topic; a purpose needs several, and the same action is one of them. */
export function purposeScore(
  description: ReturnType<typeof sharedOf>,
  body: ReturnType<typeof sharedOf>,
  [a, b]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): number {
  const sharesAction = [...a].some((action) => b.has(action));
  const isDoubtful = !sharesAction && a.size > 0 && b.size > 0;
  const enough = Math.min(1, (description.count + (sharesAction ? 1 : 0)) / 3);
  return (0.65 * description.score + 0.35 * body.score) * enough * (isDoubtful ? otherAction : 1);
}

/** What the score is worth where both actions are known and differ. */
const otherAction = 0.75;
