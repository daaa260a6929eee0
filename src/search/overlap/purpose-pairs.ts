/*
 * The pairs of skills in a library whose purposes or triggers may be the same. Comparing all with all would take minutes
 * for ten thousand skills, so pairs are found through the words and concepts that not too many skills have, and bodies are
 * read only where the descriptions alone come near.
 */

import { bodyAgreement, bodyWords, maybePurpose, nameAgreement, purposeScore } from './agreement.js';
import { bodySubjects } from './body-subjects.js';
import { isSubject, stemsOf, type Term } from './concepts.js';
import { purposeOf } from './purpose.js';
import { type BodySubjects, numberedPurpose, purposeComparer } from './same-purpose.js';
import { areSiblings, familyOf } from './siblings.js';
import { type TermTable, termTable } from './term-table.js';
import { type TermVector, vectorOf, vectorProduct } from './term-vector.js';

export interface ScoredPair {
  readonly a: number;
  readonly b: number;
  readonly scores: { readonly purpose: number; readonly triggers?: number };
}

interface DescribedSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export function purposePairs(skills: readonly DescribedSkill[]): readonly ScoredPair[] {
  const purposes = skills.map(purposeOf);
  const table = termTable(purposes.map(({ terms }) => terms));
  const numbered = purposes.map((purpose) => numberedPurpose(purpose, table));
  const triggers = purposes.map((purpose) => vectorOf(weightsOf(purpose.triggers, table)));
  const vectors = purposes.map(({ terms }) => vectorOf(weightsOf(terms, table)));
  const compare = purposeComparer(table);
  const bodyAt = readOnce(({ body }): BodySubjects => bodySubjects(body, table));
  const wordsAt = readOnce(({ body }) => bodyWords(body, table));
  const familyAt = readOnce(familyOf);
  const isFamilyName = familyNames(skills, table);
  return nearDescriptions(vectors).flatMap(([a, b]): readonly ScoredPair[] => {
    const [skillA, skillB, ofA, ofB] = [skills[a], skills[b], numbered[a], numbered[b]];
    const [whenA, whenB, wordsA, wordsB] = [triggers[a], triggers[b], vectors[a], vectors[b]];
    if (!(skillA && skillB && ofA && ofB && whenA && whenB && wordsA && wordsB)) return [];
    const enough = Math.min(whenA.terms.length, whenB.terms.length) >= minTriggerTerms;
    const sameTriggers = enough ? vectorProduct(whenA, whenB) : 0;
    const described = compare(ofA, ofB);
    const isNear = described >= nearPurpose;
    if (!isNear && sameTriggers === 0) return [];
    const isSibling = () => areSiblings(familyAt(skillA), familyAt(skillB), isFamilyName);
    const found = (purpose: number) => {
      const competes = sameTriggers > 0 && !(sameTriggers >= sureTriggers && isSibling());
      return [{ a, b, scores: { purpose, ...(competes && { triggers: sameTriggers }) } }];
    };
    if (!isNear) return found(described);
    const purpose = purposeScore({
      share: compare(ofA, ofB, [bodyAt(skillA), bodyAt(skillB)]),
      descriptions: vectorProduct(wordsA, wordsB),
      names: nameAgreement(skillA.name, skillB.name, table),
      ...bodyAgreement(wordsAt(skillA), wordsAt(skillB)),
    });
    return found(purpose >= maybePurpose && isSibling() ? siblingScore : purpose);
  });
}

/** From here on, two skills compete for the same tasks. */
export const sureTriggers = 0.85;

/** However alike they are, siblings are not for one purpose. */
const siblingScore = 0.2;

/** Only few skills come near others, and those that do come near several. */
function readOnce<Value>(read: (skill: DescribedSkill) => Value): (skill: DescribedSkill) => Value {
  const known = new Map<DescribedSkill, Value>();
  return (skill) => {
    const before = known.get(skill);
    if (before !== undefined) return before;
    const value = read(skill);
    known.set(skill, value);
    return value;
  };
}

/** Whether so many names begin with a word that it is the name of a family, and the word is not an everyday one. */
function familyNames(skills: readonly DescribedSkill[], table: TermTable): (word: string) => boolean {
  const counts = new Map<string, number>();
  for (const { name } of skills) {
    const [first] = stemsOf(name);
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return (word) =>
    (counts.get(word) ?? 0) >= familySize && table.weightOf(table.numberOf(word)) >= minFamilyWeight;
}

const familySize = 3;
const minFamilyWeight = 1.5;

/** Below it, no body makes up for the description. */
const nearPurpose = 0.04;

/** Clauses of one or two words are the same by chance. */
const minTriggerTerms = 4;

/** Words, and for less the subjects that they may stand for. What is done is in too many descriptions. */
function weightsOf(terms: readonly Term[], table: TermTable): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const { word, concepts } of terms) {
    const number = table.numberOf(word);
    weights.set(number, table.weightOf(number));
    for (const concept of concepts.filter(isSubject)) {
      const ofConcept = table.numberOf(concept);
      weights.set(ofConcept, subjectWeight * table.weightOf(ofConcept));
    }
  }
  return weights;
}

const subjectWeight = 0.8;

/** Pairs with a cosine of at least `roughScore`; of each skill at most `maxNeighbours`. */
function nearDescriptions(vectors: readonly TermVector[]): readonly (readonly [number, number])[] {
  const { starts, skills, weights: held } = holdersOf(vectors);
  const maxHolders = Math.max(50, Math.ceil(vectors.length / 20));
  const products = new Float32Array(vectors.length);
  const touched = new Uint32Array(vectors.length);
  const pairs: (readonly [number, number])[] = [];
  vectors.forEach(({ terms, weights }, a) => {
    let count = 0;
    for (let index = 0; index < terms.length; index++) {
      const [start = 0, end = 0] = [starts[terms[index] ?? 0], starts[(terms[index] ?? 0) + 1]];
      if (end - start > maxHolders) continue;
      const weight = weights[index] ?? 0;
      for (let at = start; at < end; at++) {
        const b = skills[at] ?? 0;
        if (b <= a) continue;
        if (products[b] === 0) touched[count++] = b;
        products[b] = (products[b] ?? 0) + weight * (held[at] ?? 0);
      }
    }
    const near = Array.from(touched.subarray(0, count)).filter((b) => (products[b] ?? 0) >= roughScore);
    if (near.length > maxNeighbours) near.sort((b, c) => (products[c] ?? 0) - (products[b] ?? 0) || b - c);
    for (const b of near.slice(0, maxNeighbours)) pairs.push([a, b]);
    for (let at = 0; at < count; at++) products[touched[at] ?? 0] = 0;
  });
  return pairs;
}

const roughScore = 0.08;
const maxNeighbours = 30;

interface Holders {
  /** By term: where its skills begin in the two lists; those of the next term end them. */
  readonly starts: Uint32Array;
  readonly skills: Uint32Array;
  readonly weights: Float32Array;
}

/** Which skills have a term, in order, with its weight in each. */
function holdersOf(vectors: readonly TermVector[]): Holders {
  const termCount = vectors.reduce((most, { terms }) => Math.max(most, (terms.at(-1) ?? 0) + 1), 0);
  const starts = new Uint32Array(termCount + 1);
  for (const { terms } of vectors) for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < termCount; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const skills = new Uint32Array(starts[termCount] ?? 0);
  const weights = new Float32Array(skills.length);
  const next = starts.slice();
  vectors.forEach((vector, skill) => {
    vector.terms.forEach((term, index) => {
      const at = next[term] ?? 0;
      next[term] = at + 1;
      skills[at] = skill;
      weights[at] = vector.weights[index] ?? 0;
    });
  });
  return { starts, skills, weights };
}
