/*
 * Trigger cases without an agent: which skill the words of a request point to, by what an agent's listing shows after it
 * was cut. It is no proof of what a model does. It shows what no model can do better: a request that points to another
 * skill, or a description that the agent never sees.
 */

import { buildIndex } from '../../search/build-index.js';
import { bestDocuments } from '../../search/search.js';
import { stringAt } from '../../search/string-table.js';
import { wordScores } from '../../search/word-scores.js';
import type { EvalCase } from './cases/eval-case.js';

export interface ListedSkill {
  readonly name: string;
  readonly path: string;
  /** As the agent shows it to its model. */
  readonly description: string;
}

export interface TriggerRanking {
  readonly cases: readonly RankedTrigger[];
  /** Other skills that come first for a request which should load this one, or as close, with the number of requests. */
  readonly collisions: readonly Collision[];
  readonly passed: number;
}

export interface RankedTrigger {
  readonly query: string;
  readonly shouldTrigger: boolean;
  /** From 1; null where no word of the request points to the skill. */
  readonly rank: number | null;
  /** The skill that comes first, or undefined where no word points to any. */
  readonly first: string | null;
  readonly passed: boolean;
}

export interface Collision {
  readonly skill: string;
  readonly queries: number;
}

const lowestScore = 0.1;

export function rankTriggers(
  listing: readonly ListedSkill[],
  path: string,
  cases: readonly EvalCase[],
): TriggerRanking {
  const index = buildIndex(
    listing.map((one) => ({
      id: one.path,
      name: one.name,
      description: one.description,
      tags: [],
      headings: [],
      body: '',
    })),
  );
  const names = new Map(listing.map((one) => [one.path, one.name]));
  const counts = new Map<string, number>();
  const ranked = cases.flatMap(({ prompt, graders }) => {
    const grader = graders.find(({ type }) => type === 'fired');
    if (grader?.type !== 'fired') return [];
    const { scores } = wordScores(index, { question: prompt });
    const hits = bestDocuments(index, scores, { limit: 20 })
      .filter((document) => (scores[document] ?? 0) >= lowestScore)
      .map((document) => ({ id: stringAt(index.ids, document) }));
    const at = hits.findIndex(({ id }) => id === path);
    const rank = at === -1 ? null : at + 1;
    const passed = (rank === 1) === grader.expected;
    const [first] = hits;
    const others = grader.expected && !passed ? hits.slice(0, at === -1 ? 1 : at) : [];
    for (const { id } of others) counts.set(id, (counts.get(id) ?? 0) + 1);
    const name = first === undefined ? null : (names.get(first.id) ?? null);
    return [{ query: prompt, shouldTrigger: grader.expected, rank, first: name, passed }];
  });
  const collisions = [...counts]
    .map(([id, queries]) => ({ skill: names.get(id) ?? id, queries }))
    .sort((a, b) => b.queries - a.queries || (a.skill < b.skill ? -1 : 1));
  return { cases: ranked, collisions, passed: ranked.filter((one) => one.passed).length };
}
