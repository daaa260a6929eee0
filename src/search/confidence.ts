/*
 * How likely it is that a skill is right, by how well its words match: a logistic function of its own score, of how far
 * that is above what chance gives (the tenth best of the library), and of how far it is below the best. Several skills can
 * be right, so a copy of the best one is as likely. The weights were fitted on the best five results for questions about
 * published skills; docs/finding-skills.md says how well they hold on others.
 */

import { isBare, type SearchQuery } from './query.js';
import { isForeign } from './question-language.js';
import { topScores } from './top-scores.js';
import type { WordScores } from './word-scores.js';

interface Weights {
  readonly base: number;
  readonly score: number;
  readonly aboveChance: number;
  readonly belowBest: number;
  /** The tenth best score in the published skills: what a small library is compared with. */
  readonly usualTenth: number;
}

const bareWeights: Weights = {
  base: -3.57,
  score: 5.64,
  aboveChance: 1.84,
  belowBest: 7.77,
  usualTenth: 0.06,
};

const keywordWeights: Weights = {
  base: -3.9,
  score: 8.87,
  aboveChance: 2.1,
  belowBest: 5.38,
  usualTenth: 0.08,
};

/**
 * A best result below this is no answer. The score of a question alone says less, so less is ruled out by it; by one in
 * another language than English nothing is.
 */
export function goodConfidence(query: SearchQuery): number {
  if (!isBare(query)) return 0.3;
  return isForeign(query.question) ? 0 : goodBareConfidence;
}

const goodBareConfidence = 0.05;

/**
 * Whether an English question alone has an answer, by the score of the best result, by how much of its words that has, and
 * by how much of them hardly any skill has. Fitted on 153 questions about published skills, of which 5 % are below 0, and
 * on 36 about something else, of which 64 % are.
 */
const answerable = { base: -1.49, score: 3.47, coverage: 3.61, unknown: -2.9 };

/** Below this a result is more likely wrong than right. */
export const sureConfidence = 0.5;

/** For all word scores of an index, a function that turns one of them into a probability and keeps their order. */
export function confidenceIn(
  { scores, coverageOf, unknownShare }: Pick<WordScores, 'scores' | 'coverageOf' | 'unknownShare'>,
  query: SearchQuery,
  librarySize = scores.length,
): (score: number) => number {
  const isAlone = isBare(query);
  const weights = isAlone ? bareWeights : keywordWeights;
  const top = topScores(scores, 10);
  const best = scores[top[0] ?? 0] ?? 0;
  // What few skills do not have may be in the next one.
  const lacking = (unknownShare * librarySize) / (librarySize + virtualDocuments);
  const { base, score: ofScore, coverage, unknown } = answerable;
  const hasAnswer =
    !isAlone ||
    isForeign(query.question) ||
    base + ofScore * best + coverage * coverageOf(top[0] ?? 0) + unknown * lacking >= 0;
  const most = hasAnswer ? mostConfident : goodBareConfidence * mostConfident;
  const tenth = top.length < 10 ? 0 : (scores[top[9] ?? 0] ?? 0);
  const chance =
    (librarySize * tenth + virtualDocuments * weights.usualTenth) / (librarySize + virtualDocuments);
  return (score) => {
    if (score === 1) return 1;
    const evidence =
      weights.base +
      weights.score * score +
      weights.aboveChance * Math.log((score + smallScore) / (chance + smallScore)) +
      weights.belowBest * (score - best);
    return most / (1 + Math.exp(-evidence));
  };
}

/** Added to the library, whose tenth best says nothing where there are few skills. */
const virtualDocuments = 100;

const smallScore = 0.01;

/** Only a name in full is certain. */
const mostConfident = 0.99;
