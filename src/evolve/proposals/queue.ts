/*
 * The proposals with their current state: a pending proposal is stale if its skill has changed since it was made.
 */

import type { Library } from '../../library/open-library.js';
import { type EvolvedSkills, evolvedSkills } from '../notes/skills.js';
import { changeDiff, type ProposedFile, proposedChange, type SkillFiles } from '../rules/proposal/change.js';
import { editableText, withEdited } from '../rules/proposal/edited.js';
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
  /** The same change by file; empty where it cannot be accepted. */
  readonly files: readonly ProposedFile[];
  /** What a person may word otherwise; undefined where that is nothing. */
  readonly editable: string | undefined;
  /** Why it cannot be accepted. */
  readonly refused?: string;
}

/** With `edited`, the change is the one that accepting these words would make. */
export function showProposal(library: Library, wanted: string, edited?: string): ShownProposal {
  const found = findProposal(library, wanted);
  const present = found.state === 'accepted' ? undefined : matchingFiles(library)(found);
  const editable = editableText(found);
  if (present === undefined) {
    const state = found.state === 'pending' ? 'stale' : found.state;
    return { proposal: found, state, diff: found.diff, files: [], editable };
  }
  const { state } = found;
  const change = proposedChange(edited === undefined ? found : withEdited(found, edited), present);
  return change.kind === 'change'
    ? { proposal: found, state, diff: changeDiff(change.files), files: change.files, editable }
    : { proposal: found, state, diff: '', files: [], editable, refused: change.why };
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
