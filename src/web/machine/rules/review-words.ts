/*
 * Proposals in words.
 */

import type { ProposalKind, ProposalState } from '../../../machine/api/review.js';
import { printable } from '../../../text/printable.js';

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

/** Why no run would write it by itself; what a later version names is shown as it is. */
const riskWords: Readonly<Record<string, string>> = {
  'pinned-skill': 'the skill is pinned',
  'source-not-agent-created': 'the skill was not made by an agent',
  'auto-apply-blocklisted': 'runs may not write to this skill',
  'auto-apply-not-allowlisted': 'runs may not write to this skill',
  'core-skill-auto-apply-protected': 'a core skill',
  'instructions-left-out': 'instructions were left out',
  'reads-like-instruction': 'reads like an instruction',
  'model-draft': 'written by a model',
};

export function riskText(reason: string): string {
  return riskWords[reason] ?? printable(reason).replaceAll('-', ' ');
}

/** A sentence begins with a capital, unless it begins with what somebody typed. */
export function proposalTitle(title: string): string {
  const shown = printable(title);
  return shown.charAt(0).toUpperCase() + shown.slice(1);
}

/** What may be worded otherwise, by what the proposal is. */
export const wordsLabels: Readonly<Record<ProposalKind, string>> = {
  note: 'The lines of the note',
  draft: 'The section',
  promotion: 'The step',
  edit: 'The SKILL.md',
};
