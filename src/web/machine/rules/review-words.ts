/*
 * Proposals in words.
 */

import type { ProposalKind, ProposalState } from '../../../machine/api/review.js';

export const kindWords: Readonly<Record<ProposalKind, string>> = {
  note: 'Note',
  draft: 'Section by a model',
  promotion: 'Line that becomes a step',
  edit: 'Edit by a model',
};

export const stateWords: Readonly<Record<ProposalState, string>> = {
  pending: 'waits',
  stale: 'out of date',
  accepted: 'accepted',
  rejected: 'rejected',
};

export const stateTones: Readonly<Record<ProposalState, 'good' | 'warn' | 'bad' | 'plain'>> = {
  pending: 'plain',
  stale: 'warn',
  accepted: 'good',
  rejected: 'bad',
};

/** What may be worded otherwise, by what the proposal is. */
export const wordsLabels: Readonly<Record<ProposalKind, string>> = {
  note: 'The lines of the note',
  draft: 'The section',
  promotion: 'The step',
  edit: 'The SKILL.md',
};
