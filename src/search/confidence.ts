/*
 * How likely it is that a skill is right, by how well its words match: a logistic function of its own score, of how far
 * that is above what chance gives (the tenth best of the library), and of how far it is below the best. Several skills can
 * be right, so a copy of the best one is as likely. The weights were fitted on the best five results for 224 questions
 * about 1,152 published skills, of which 44 have no answer; docs/finding-skills.md says how well they hold on others.
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
  base: -2.98,
  score: 7.93,
  aboveChance: 1.52,
  belowBest: 7.28,
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

const goodBareConfidence = 0.1;

/**
 * A question alone that shares less of its words with the best result than this, by their importance, has no answer: of
 * 153 English questions about published skills 4 % share less with theirs, of 45 about something else, a third of them in
 * other languages, 60 %.
 */
const leastCoverage = 0.34;

/** Below this a result is more likely wrong than right. */
export const sureConfidence = 0.5;

/** For all word scores of an index, a function that turns one of them into a probability and keeps their order. */
export function confidenceIn(
  { scores, coverageOf }: Pick<WordScores, 'scores' | 'coverageOf'>,
  query: SearchQuery,
  librarySize = scores.length,
): (score: number) => number {
  const isAlone = isBare(query);
  const weights = isAlone ? bareWeights : keywordWeights;
  const top = topScores(scores, 10);
  const hasAnswer = !isAlone || isForeign(query.question) || coverageOf(top[0] ?? 0) >= leastCoverage;
  const most = hasAnswer ? mostConfident : goodBareConfidence * mostConfident;
  const best = scores[top[0] ?? 0] ?? 0;
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
