/*
 * Makes a proposal for one skill from its evidence: the note that a run would write, or a section drafted by a model. It
 * writes nothing but the proposal. The same change is not proposed twice, and a rejected one not again.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { evolvedSkills } from '../notes/skills.js';
import { changeDiff, proposedChange } from '../rules/proposal/change.js';
import type { ModelReport, Proposal } from '../rules/proposal/proposal.js';
import { protection } from '../rules/protection.js';
import { type DraftModel, draftPart, type NothingToPropose, notePart, type ProposedPart } from './parts.js';
import { readProposals, saveProposal, withProposalsLock } from './proposal-folder.js';
import { isBaseOf, type Subject, subjectOf } from './subject.js';

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

export async function propose(
  { library, evidence, model }: ProposeDeps,
  entry: SkillEntry,
  days: number,
): Promise<ProposeResult> {
  const subject = subjectOf(library, evidence, entry, days);
  const draft = model && subject.rows.length > 0 ? await draftPart(model, subject) : undefined;
  return await withProposalsLock(library, () => {
    const part = draft?.part ?? notePart(library, evidence, subject);
    if ('signature' in part)
      return saveUnlessKnown(library, proposalOf(library, subject, part, draft?.model));
    return { kind: 'nothing', skill: entry.id, ...part, ...(draft && { model: draft.model }) };
  });
}

function proposalOf(
  library: Library,
  { entry, present, rows, days, summary }: Subject,
  { signature, riskReasons, ...part }: ProposedPart,
  model: ModelReport | undefined,
): Proposal {
  const change = proposedChange(part, present);
  if (change.kind === 'refused')
    throw new CoppiceError('would-break-skill', `the change cannot be applied: ${change.why}`);
  const reasons = [...protectionOf(library, entry), ...riskReasons];
  return {
    version: 1,
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
    evidence: rows.map(({ id, at, tool, isError, isCorrection, args, result }) => ({
      id,
      at,
      tool,
      isError,
      preview: isError ? result : isCorrection ? args : '',
    })),
    diff: changeDiff(change.files),
    ...(model && { model }),
  };
}

/** Why an unattended run would skip the skill. */
function protectionOf(library: Library, { id, name }: SkillEntry): readonly string[] {
  const { config } = library;
  const skill = evolvedSkills(library).find(id);
  const facts = { name, provenance: skill?.provenance ?? 'unknown', pinned: skill?.pinned ?? true };
  const names = {
    protectCore: config['evolve.protect_core_skills'],
    coreSkills: config['evolve.core_skills'],
    allow: config['evolve.allow_auto_apply_skill'],
    block: config['evolve.block_auto_apply_skill'],
  };
  const reason = protection(facts, names, { writes: true });
  return reason === undefined ? [] : [reason];
}

/** The same change is the same proposal; a pending one is replaced only if its skill has changed. */
function saveUnlessKnown(library: Library, proposal: Proposal): ProposeResult {
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
  return { kind: 'proposed', proposal, isNew: known === undefined };
}
