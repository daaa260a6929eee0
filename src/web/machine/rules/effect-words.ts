/*
 * The figures of the effect in words: shares in points, because a change from 50 to 25 % is one of 25 points.
 */

import type { EpisodeCounts, Estimated } from '../../../machine/api/effect.js';

/** `-57 points`. */
export function pointsText(share: number): string {
  const points = Math.round(share * 100);
  return `${points > 0 ? '+' : points < 0 ? '\u2212' : ''}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}

/** `−57 points, −87 to −28`. */
export function intervalText({ value, low, high }: Estimated): string {
  const bare = (share: number) => pointsText(share).replace(/ points?$/, '');
  return `${pointsText(value)}, ${bare(low)} to ${bare(high)}`;
}

/** `68 % (27 of 40)`. */
export function failedText({ loads, failed }: EpisodeCounts): string {
  return loads === 0 ? 'not used' : `${Math.round((100 * failed) / loads)} % (${failed} of ${loads})`;
}

export function scoreText(score: number | null): string {
  return score === null ? 'none' : score.toFixed(2);
}

export function costText(costUsd: number | null): string {
  return costUsd === null ? 'not stated' : `${costUsd.toFixed(costUsd > 0 && costUsd < 0.1 ? 4 : 2)} USD`;
}
