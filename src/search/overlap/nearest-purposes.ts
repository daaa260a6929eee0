/*
 * Which of many skills to compare with one: those whose descriptions have the most words and subjects in common with it.
 * It reads no bodies, so that only few have to be read for the comparison itself.
 */

import { isSubject } from './concepts.js';
import { type PurposeText, purposeOf } from './purpose.js';
import { termTable } from './term-table.js';

/** Nearest first; one word in common is not enough. */
export function nearestPurposes<Skill extends PurposeText>(
  skill: PurposeText,
  others: readonly Skill[],
  limit: number,
): readonly Skill[] {
  const purposes = others.map((other) => purposeOf(other).terms);
  const own = purposeOf(skill).terms;
  const table = termTable([own, ...purposes]);
  const names = (terms: typeof own) =>
    new Set(terms.flatMap(({ word, concepts }) => [word, ...concepts.filter(isSubject)]));
  const ownNames = names(own);
  return others
    .map((other, at) => {
      const shared = [...names(purposes[at] ?? [])].filter((name) => ownNames.has(name));
      const weight = shared.reduce((sum, name) => sum + table.weightOf(table.numberOf(name)), 0);
      return { other, count: shared.length, weight };
    })
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ other }) => other);
}
