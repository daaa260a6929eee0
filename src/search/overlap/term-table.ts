/*
 * Numbers the words and concepts of a library and says how common each is: in published skills, and more and more in the
 * library itself the larger it is. In a library with five hundred skills about one cloud, its name says little.
 */

import { commonness, isSubject, type Term } from './concepts.js';

export interface TermTable {
  /** How many have a number; it grows with the bodies that are read. */
  size(): number;
  numberOf(wordOrConcept: string): number;
  /** By number: what a word says about a skill that has it; 0 for what most skills have. */
  weightOf(number: number): number;
  /** Ln of the chance that one of the skills does not have it, by number. */
  absenceOf(number: number): number;
  isSubject(number: number): boolean;
}

/** As many skills count for the published ones. */
const publishedSkills = 1_000;

export function termTable(descriptions: readonly (readonly Term[])[]): TermTable {
  const counts = new Map<string, number>();
  for (const terms of descriptions) {
    const own = new Set(terms.flatMap(({ word, concepts }) => [word, ...concepts]));
    for (const name of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const numbers = new Map<string, number>();
  const weights: number[] = [];
  const absences: number[] = [];
  const subjects: boolean[] = [];
  return {
    size: () => numbers.size,
    numberOf: (name) => {
      const before = numbers.get(name);
      if (before !== undefined) return before;
      const here = counts.get(name) ?? 0;
      const share = (publishedSkills * commonness(name) + here) / (publishedSkills + descriptions.length);
      const number = numbers.size;
      numbers.set(name, number);
      weights.push(Math.max(0, Math.log(0.5 / share)));
      absences.push(Math.log(1 - Math.min(0.9, share)));
      subjects.push(isSubject(name));
      return number;
    },
    weightOf: (number) => weights[number] ?? 0,
    absenceOf: (number) => absences[number] ?? 0,
    isSubject: (number) => subjects[number] ?? false,
  };
}
