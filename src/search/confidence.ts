/*
 * How likely it is that a skill is right, by how well its words match: a logistic function of its own score, of how far
 * that is above what chance gives (the tenth best of the library), and of how far it is below the best. Several skills can
 * be right, so a copy of the best one is as likely. The weights were fitted on the best five results for 224 questions
 * about 1,152 published skills, of which 44 have no answer; docs/finding-skills.md says how well they hold on others.
 */

import { topScores } from './top-scores.js';

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

/** A best result below this is no answer. The score of a question alone says less, so less is ruled out by it. */
export function goodConfidence(isBare: boolean): number {
  return isBare ? 0.15 : 0.3;
}

/** Below this a result is more likely wrong than right. */
export const sureConfidence = 0.5;

/** For all word scores of an index, a function that turns one of them into a probability and keeps their order. */
export function confidenceIn(scores: Float64Array, isBare: boolean): (score: number) => number {
  const weights = isBare ? bareWeights : keywordWeights;
  const top = topScores(scores, 10);
  const best = scores[top[0] ?? 0] ?? 0;
  const tenth = top.length < 10 ? 0 : (scores[top[9] ?? 0] ?? 0);
  const chance =
    (scores.length * tenth + virtualDocuments * weights.usualTenth) / (scores.length + virtualDocuments);
  return (score) => {
    if (score === 1) return 1;
    const evidence =
      weights.base +
      weights.score * score +
      weights.aboveChance * Math.log((score + smallScore) / (chance + smallScore)) +
      weights.belowBest * (score - best);
    return mostConfident / (1 + Math.exp(-evidence));
  };
}

/** Added to the library, whose tenth best says nothing where there are few skills. */
const virtualDocuments = 100;

const smallScore = 0.01;

/** Only a name in full is certain. */
const mostConfident = 0.99;
