/*
 * A cluster of overlapping skills in words: why it is one, and why it is not suggested to merge it.
 */

import { protectionText } from '../../evolve/rules/merge/protection.js';
import type { OverlapSignal } from '../../search/overlap/overlap.js';
import type { OverlapClusterReport } from './overlap.js';

const signalText: Readonly<Record<OverlapSignal, string>> = {
  equal: 'same text',
  contained: 'contained',
  purpose: 'same purpose',
  triggers: 'same triggers',
  meaning: 'same meaning',
  evidence: 'one given up for the other',
};

/** `same purpose 0.91, same triggers 0.84`, or `maybe same purpose 0.34`. */
export function overlapReason({ exact, sure, because, signals }: OverlapClusterReport): string {
  if (exact) return 'exact copies';
  const reasons = because.map((signal) => `${signalText[signal]} ${signals[signal]?.toFixed(2)}`).join(', ');
  return sure ? reasons : `maybe ${reasons}`;
}

/** Empty where nothing speaks against a merge. */
export function withheldReason({ protected: held }: Pick<OverlapClusterReport, 'protected'>): string {
  const [first, ...others] = held;
  const [reason] = first?.reasons ?? [];
  if (first === undefined || reason === undefined) return '';
  return `${first.skill}: ${protectionText(reason)}${others.length > 0 ? `, and ${others.length} more` : ''}`;
}
