/*
 * How much a message of the user reads like a correction of the agent's work, from 0 to 1: a weighted vote of its features
 * (features.ts). The weights are learned from labelled messages in nine languages; `npm run train` writes them, and
 * docs/decisions/0018-corrections-are-learned.md says why they are not rules.
 */
import { messageFeatures } from './features.js';
import learned from './weights.json' with { type: 'json' };

/** Weights in units of 1/unit by the feature's text, and the score from which a message is a correction. */
export interface CorrectionWeights {
  readonly threshold: number;
  readonly unit: number;
  readonly weights: Readonly<Record<string, number>>;
}

export function correctsByScore(text: string): boolean {
  return scoreCorrection(learned, text) >= learned.threshold;
}

/** From 0 to 1; a message of which nothing is known scores 0.5. */
export function scoreCorrection({ unit, weights }: CorrectionWeights, text: string): number {
  const features = messageFeatures(text);
  let sum = 0;
  for (const feature of features) if (Object.hasOwn(weights, feature)) sum += (weights[feature] ?? 0) / unit;
  return 1 / (1 + Math.exp(-sum / Math.sqrt(features.size)));
}
