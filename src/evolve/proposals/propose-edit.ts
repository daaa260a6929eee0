/*
 * An edit with which agents did better becomes a proposal, with the scores of every case. A person decides, as about every
 * text of a model.
 */

import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { readsLikeInstruction } from '../../scan/families/injection/instruction.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { diffLines } from '../../text/line-diff.js';
import { counted } from '../../text/plural.js';
import { protectionOf } from '../notes/skills.js';
import { changeDiff, proposedChange } from '../rules/proposal/change.js';
import type { EditEvaluation, ModelReport, Proposal } from '../rules/proposal/proposal.js';
import { readProposals, withProposalsLock } from './proposal-folder.js';
import { type ProposeResult, saveUnlessKnown } from './propose.js';
import { readSkillFiles } from './subject.js';

export interface EvaluatedEdit {
  /** The SKILL.md before and after. */
  readonly before: string;
  readonly after: string;
  readonly evaluation: EditEvaluation;
  readonly model: ModelReport;
}

/** Refused where the skill was changed meanwhile. */
export async function proposeEdit(
  library: Library,
  entry: SkillEntry,
  { before, after, evaluation, model }: EvaluatedEdit,
): Promise<ProposeResult> {
  const present = readSkillFiles(library.files, entry);
  if (present === undefined || present.skill.text !== before)
    throw new CoppiceError('changed-on-disk', `${entry.path} was changed while it was optimized`, {
      hint: 'nothing was proposed; run it again, and what was already run is not run again',
    });
  const part = { kind: 'edit', content: after, items: [] } as const;
  const change = proposedChange(part, present);
  if (change.kind === 'refused')
    throw new CoppiceError('would-break-skill', `the edit cannot be applied: ${change.why}`);
  const added = diffLines(before, after).filter(({ kind }) => kind === 'added');
  const isOrder = added.some(({ text }) => readsLikeInstruction(text));
  const proposal: Proposal = {
    version: 2,
    id: editId(entry.id, after),
    skill: entry.id,
    path: entry.path,
    createdAt: library.clock.now(),
    state: 'pending',
    ...part,
    title: titleOf(before, after),
    risk: 'review',
    riskReasons: [
      protectionOf(library, entry) ?? [],
      'model-draft',
      isOrder ? 'reads-like-instruction' : [],
    ].flat(),
    base: present.base,
    days: 0,
    summary: { toolEvents: 0, skillEvents: 0, errorEvents: 0, turns: 0, sessions: 0 },
    evidence: [],
    diff: changeDiff(change.files),
    model,
    evaluation,
  };
  return await withProposalsLock(library, () => saveUnlessKnown(library, proposal));
}

/** The decision of a person about the same text, if there was one. */
export function decidedBefore(library: Library, skill: string, after: string): Proposal | undefined {
  const id = editId(skill, after);
  return readProposals(library).proposals.find((one) => one.id === id && one.state !== 'pending');
}

function editId(skill: string, after: string): string {
  return sha256Hex(JSON.stringify([skill, 'edit', sha256Hex(after)])).slice(0, 12);
}

function titleOf(before: string, after: string): string {
  const lines = diffLines(before, after);
  const [added, removed] = ['added', 'removed'].map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  return `adds ${counted(added ?? 0, 'line')} and removes ${removed ?? 0}`;
}
