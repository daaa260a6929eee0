/*
 * What the beginning of a body is about: its strongest words and concepts. Read for every skill that comes near another,
 * so concepts are looked up once for each word of a body and not for each place.
 */

import { conceptsOf, stemsOf } from './concepts.js';
import type { TermTable } from './term-table.js';

/** What follows has little weight, and a library has many bodies. */
const maxCharacters = 4_000;
const maxWords = 60;
const maxConcepts = 30;

export function bodySubjects(body: string, table: TermTable): ReadonlySet<number> {
  const words = new Map<string, number>();
  for (const word of stemsOf(body.slice(0, maxCharacters))) words.set(word, (words.get(word) ?? 0) + 1);
  const ofWords = new Map<number, number>();
  const ofConcepts = new Map<number, number>();
  for (const [word, times] of words) {
    ofWords.set(table.numberOf(word), times);
    for (const concept of conceptsOf(word)) {
      const number = table.numberOf(concept);
      ofConcepts.set(number, (ofConcepts.get(number) ?? 0) + times);
    }
  }
  return new Set([...strongest(ofWords, table, maxWords), ...strongest(ofConcepts, table, maxConcepts)]);
}

function strongest(counts: ReadonlyMap<number, number>, table: TermTable, limit: number): readonly number[] {
  return Array.from(counts, ([number, times]) => ({
    number,
    weight: table.weightOf(number) * (1 + Math.log(times)),
  }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.number - b.number)
    .slice(0, limit)
    .map(({ number }) => number);
}
