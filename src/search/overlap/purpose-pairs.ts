/*
 * The pairs of skills in a library whose purposes or triggers may be the same. Comparing all with all would take minutes
 * for ten thousand skills, so pairs are found through the words and concepts that not too many skills have, and bodies are
 * read only where the descriptions alone come near.
 */

import { bodySubjects } from './body-subjects.js';
import { isSubject, type Term } from './concepts.js';
import { purposeOf } from './purpose.js';
import { type BodySubjects, numberedPurpose, purposeComparer } from './same-purpose.js';
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
  const bodies = new Map<number, BodySubjects>();
  const bodyAt = (at: number): BodySubjects => {
    const subjects = bodies.get(at) ?? bodySubjects(skills[at]?.body ?? '', table);
    bodies.set(at, subjects);
    return subjects;
  };
  return nearDescriptions(vectors).flatMap(([a, b]): readonly ScoredPair[] => {
    const [ofA, ofB, whenA, whenB] = [numbered[a], numbered[b], triggers[a], triggers[b]];
    if (!(ofA && ofB && whenA && whenB)) return [];
    const enough = Math.min(whenA.terms.length, whenB.terms.length) >= minTriggerTerms;
    const sameTriggers = enough ? vectorProduct(whenA, whenB) : 0;
    const described = compare(ofA, ofB);
    const isNear = described >= nearPurpose;
    if (!isNear && sameTriggers === 0) return [];
    const purpose = isNear ? compare(ofA, ofB, [bodyAt(a), bodyAt(b)]) : described;
    return [{ a, b, scores: { purpose, ...(sameTriggers > 0 && { triggers: sameTriggers }) } }];
  });
}

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
