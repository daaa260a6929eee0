/*
 * The proposals with their current state: a pending proposal is stale if its skill has changed since it was made.
 */

import type { Library } from '../../library/open-library.js';
import { type EvolvedSkills, evolvedSkills } from '../notes/skills.js';
import { changeDiff, proposedChange, type SkillFiles } from '../rules/proposal/change.js';
import type { Proposal } from '../rules/proposal/proposal.js';
import { type ShownState, shownStates } from '../rules/proposal/shown-state.js';
import { findProposal, type ProposalsReading, readProposals } from './proposal-folder.js';
import { isBaseOf, readSkillFiles } from './subject.js';

export interface ListedProposal
  extends Pick<Proposal, 'id' | 'skill' | 'kind' | 'risk' | 'createdAt' | 'title'> {
  readonly state: ShownState;
}

export interface ReviewQueue extends Pick<ProposalsReading, 'unreadable'> {
  readonly proposals: readonly ListedProposal[];
}

/** Pending proposals first, then by age, newest first. */
export function reviewQueue(library: Library, wanted?: ShownState): ReviewQueue {
  const { proposals, unreadable } = readProposals(library);
  const filesFor = matchingFiles(library);
  const listed = proposals
    .map((proposal) => {
      const { id, skill, kind, risk, createdAt, title } = proposal;
      const isStale = proposal.state === 'pending' && filesFor(proposal) === undefined;
      const state: ShownState = isStale ? 'stale' : proposal.state;
      return { id, skill, state, kind, risk, createdAt, title };
    })
    .filter(({ state }) => wanted === undefined || state === wanted)
    .toSorted((one, other) => shownStates.indexOf(one.state) - shownStates.indexOf(other.state));
  return { proposals: listed, unreadable };
}

export interface ShownProposal {
  readonly proposal: Proposal;
  readonly state: ShownState;
  /** The change that accepting would make now, or the proposed change if it cannot be accepted. */
  readonly diff: string;
  /** Why it cannot be accepted. */
  readonly refused?: string;
}

export function showProposal(library: Library, wanted: string): ShownProposal {
  const proposal = findProposal(library, wanted);
  const present = proposal.state === 'accepted' ? undefined : matchingFiles(library)(proposal);
  if (present === undefined) {
    const state = proposal.state === 'pending' ? 'stale' : proposal.state;
    return { proposal, state, diff: proposal.diff };
  }
  const { state } = proposal;
  const change = proposedChange(proposal, present);
  return change.kind === 'change'
    ? { proposal, state, diff: changeDiff(change.files) }
    : { proposal, state, diff: '', refused: change.why };
}

/** The current files, if the proposal was made for them. Skills are searched once. */
function matchingFiles(library: Library): (proposal: Proposal) => SkillFiles | undefined {
  let skills: EvolvedSkills | undefined;
  return (proposal) => {
    skills ??= evolvedSkills(library);
    const entry = skills.find(proposal.skill)?.entry;
    const present = entry && readSkillFiles(library.files, entry);
    return present !== undefined && isBaseOf(proposal, present.base) ? present : undefined;
  };
}
