/*
 * Makes a proposal for one skill from its evidence: the note that a run would write, or a section drafted by a model. It
 * writes nothing but the proposal. The same change is not proposed twice, and a rejected one not again.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { protectionOf } from '../notes/skills.js';
import { changeDiff, proposedChange } from '../rules/proposal/change.js';
import type { ModelReport, Proposal } from '../rules/proposal/proposal.js';
import { type DraftModel, draftPart, type NothingToPropose, notePart, type ProposedPart } from './parts.js';
import { readProposals, removeProposal, saveProposal, withProposalsLock } from './proposal-folder.js';
import { evidenceBehind, isBaseOf, type Subject, subjectOf } from './subject.js';

export interface ProposeDeps {
  readonly library: Library;
  readonly evidence: Evidence;
  /** Set if a draft is requested. */
  readonly model?: DraftModel | undefined;
}

export type ProposeResult =
  /** `isNew` is false if it was proposed before. */
  | { readonly kind: 'proposed'; readonly proposal: Proposal; readonly isNew: boolean }
  | (NothingToPropose & {
      readonly kind: 'nothing';
      readonly skill: string;
      /** The id of the earlier proposal with a decision. */
      readonly decided?: string;
      readonly model?: ModelReport;
    });

/** With `renews`, a note that is outlived may be proposed for removal. */
export async function propose(
  { library, evidence, model }: ProposeDeps,
  entry: SkillEntry,
  days: number,
  { renews = false }: { readonly renews?: boolean } = {},
): Promise<ProposeResult> {
  const subject = subjectOf(library, evidence, entry, days);
  const draft = model && subject.items.length > 0 ? await draftPart(model, subject) : undefined;
  return await withProposalsLock(library, () => {
    const part = draft?.part ?? notePart(library, evidence, subject, renews);
    if ('signature' in part)
      return saveUnlessKnown(library, proposalOf(library, subject, part, draft?.model));
    return { kind: 'nothing', skill: entry.id, ...part, ...(draft && { model: draft.model }) };
  });
}

/** The note that would be proposed; nothing is written. */
export function noteToPropose(
  { library, evidence }: Omit<ProposeDeps, 'model'>,
  entry: SkillEntry,
  days: number,
): ProposedPart | NothingToPropose {
  return notePart(library, evidence, subjectOf(library, evidence, entry, days), false);
}

export function proposalOf(
  library: Library,
  { entry, present, items, facts, days, summary }: Subject,
  { signature, riskReasons, ...part }: ProposedPart,
  model: ModelReport | undefined,
): Proposal {
  const change = proposedChange(part, present);
  if (change.kind === 'refused')
    throw new CoppiceError('would-break-skill', `the change cannot be applied: ${change.why}`);
  const reasons = [protectionOf(library, entry) ?? [], riskReasons].flat();
  return {
    version: 2,
    id: sha256Hex(JSON.stringify([entry.id, part.kind, signature])).slice(0, 12),
    skill: entry.id,
    path: entry.path,
    createdAt: library.clock.now(),
    state: 'pending',
    ...part,
    risk: reasons.length === 0 ? 'low' : 'review',
    riskReasons: reasons,
    base: present.base,
    days,
    summary,
    // A draft is made from all of the items, and shows none of its own.
    evidence: evidenceBehind(part.items.length > 0 ? part.items : items, facts),
    diff: changeDiff(change.files),
    ...(model && { model }),
  };
}

/** The same change is the same proposal; a pending one is replaced only if its skill has changed. */
export function saveUnlessKnown(library: Library, proposal: Proposal): ProposeResult {
  const known = readProposals(library).proposals.find(({ id }) => id === proposal.id);
  const { skill, model } = proposal;
  if (known !== undefined && known.state !== 'pending') {
    const detail = `the proposal ${known.id} was already ${known.state}`;
    const decided = { reason: `already-${known.state}`, detail, decided: known.id };
    return { kind: 'nothing', skill, ...decided, ...(model && { model }) };
  }
  if (known !== undefined && isBaseOf(known, proposal.base)) {
    return { kind: 'proposed', proposal: { ...known, ...(model && { model }) }, isNew: false };
  }
  saveProposal(library, proposal);
  if (proposal.kind === 'note') removeReplaced(library, proposal);
  return { kind: 'proposed', proposal, isNew: known === undefined };
}

/** A note says all there is to say, so a later one replaces those that nobody has decided on. */
function removeReplaced(library: Library, { id, skill }: Proposal): void {
  for (const other of readProposals(library).proposals) {
    const isReplaced = other.kind === 'note' && other.state === 'pending' && other.skill === skill;
    if (isReplaced && other.id !== id) removeProposal(library, other);
  }
}
