/*
 * How often the verdict of a trial is right, on made-up trials where the truth is known. `npm run bench:effect -- --trials`
 * prints the table of docs/evolution.md.
 */

import { wilsonInterval } from '../src/evidence/rules/wilson-interval.js';
import {
  simulateTrial,
  type TrialKind,
  trialKinds,
} from '../src/evolve/rules/trial/trial-histories.fixture.js';

export interface TrialFigures {
  readonly kind: TrialKind;
  readonly trials: number;
  readonly helped: number;
  readonly harmed: number;
  /** The 95 % interval of the share with any verdict. */
  readonly low: number;
  readonly high: number;
}

export function measureTrials(
  count: number,
  seed: number,
  loadsADay: number,
  days: number,
): readonly TrialFigures[] {
  return trialKinds.map((kind) => {
    const verdicts = Array.from({ length: count }, (_, index) =>
      simulateTrial(kind, seed + index, loadsADay, days),
    );
    const helped = verdicts.filter((verdict) => verdict === 'helped').length;
    const harmed = verdicts.filter((verdict) => verdict === 'harmed').length;
    return { kind, trials: count, helped, harmed, ...wilsonInterval(helped + harmed, count) };
  });
}
