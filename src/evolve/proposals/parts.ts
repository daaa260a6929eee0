/*
 * The change of a proposal: the note that a run would write, without rejected items, or a section drafted by a model. A
 * bad answer of the model is only reported.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import { readLedger } from '../../library/write/ledger.js';
import { readsLikeInstruction } from '../../scan/families/injection/instruction.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { counted } from '../../text/plural.js';
import { NotePlanner } from '../notes/plan-note.js';
import type { NoteItem } from '../rules/note/items.js';
import type { NoteRemoval } from '../rules/note/prepare.js';
import type { RemovalReason } from '../rules/note-life.js';
import { noteMemory, rejectedItems } from '../rules/note-memory.js';
import { sectionIn, withSection } from '../rules/proposal/draft.js';
import { draftPrompt, type ModelAnswer, type Prompt } from '../rules/proposal/model-request.js';
import { draftTitle, noteTitle } from '../rules/proposal/page.js';
import type { ModelReport, Proposal } from '../rules/proposal/proposal.js';
import { readProposals } from './proposal-folder.js';
import type { Subject } from './subject.js';

/** The proposed change. */
export interface ProposedPart
  extends Pick<Proposal, 'kind' | 'title' | 'content' | 'support' | 'items' | 'riskReasons' | 'removes'> {
  /** Identifies the change, whatever else is in the SKILL.md. */
  readonly signature: unknown;
}

export interface NothingToPropose {
  readonly reason: string;
  readonly detail: string;
}

export function notePart(
  library: Library,
  evidence: Evidence,
  { entry, present, evidenceId, window, days, items: known }: Subject,
  renews: boolean,
): ProposedPart | NothingToPropose {
  const { entries } = readLedger(library);
  const rejections = rejectedItems(entries, readProposals(library).proposals);
  const memory = noteMemory(entries, evidence, rejections, library.clock.now());
  const removal = renews ? memory.outlived.get(entry.id) : undefined;
  const leftOut: NoteItem[] = [];
  const isLeftOut = (skill: string, item: NoteItem) => {
    const leaves = removal === 'harmed' || memory.isLeftOut(skill, item);
    if (leaves) leftOut.push(item);
    return leaves;
  };
  const variants = library.config['evolve.variants'];
  const { keepsLines } = memory;
  const planner = new NotePlanner({ library, evidence, window, variants, isLeftOut, keepsLines });
  const plan = planner.plan(entry, evidenceId, renews);
  if (plan.kind === 'skip') return { reason: plan.reason, detail: plan.detail };
  if (plan.kind === 'note' && plan.ready.kind === 'removal') return removalPart(plan.ready, removal);
  if (plan.kind !== 'note' || plan.ready.kind === 'removal') {
    if (known.length === 0)
      return nothing('no-evidence', `there is nothing to note from the last ${counted(days, 'day')}`);
    if (leftOut.length === 0) return nothing('unchanged', 'the note already contains all of the evidence');
    return leftOut.some((item) => memory.isRejected(entry.id, item))
      ? nothing('already-rejected', 'there is no new evidence since it was rejected or undone')
      : nothing('already-tried', 'a note with the same content did not help');
  }
  if (plan.baseSha256 !== present.base.sha256) {
    throw new CoppiceError('changed-on-disk', `${entry.path} was changed while the proposal was made`);
  }
  const { text, items, supportFiles, droppedInstructions } = plan.ready;
  const [support] = supportFiles;
  return {
    kind: 'note',
    title: noteTitle(items),
    content: text,
    ...(support && { support: { text: support.text } }),
    items,
    riskReasons: droppedInstructions > 0 ? ['instructions-left-out'] : [],
    signature: items.map(({ id, evidence: ids }) => [id, ids.toSorted()]).toSorted(),
  };
}

function removalPart(
  { text, supportFiles: [support] }: NoteRemoval,
  removal: RemovalReason | undefined,
): ProposedPart {
  return {
    kind: 'note',
    title: removal === undefined ? 'removes a note without evidence' : removalTitles[removal],
    ...(removal && { removes: removal }),
    content: text,
    ...(support && { support: { text: support.text } }),
    items: [],
    riskReasons: [],
    signature: text,
  };
}

const removalTitles: Readonly<Record<RemovalReason, string>> = {
  harmed: 'removes a note that harmed',
  'no-change': 'removes a note that changed nothing',
  expired: 'removes a note that has expired',
};

function nothing(reason: string, detail: string): NothingToPropose {
  return { reason, detail };
}

export interface DraftModel {
  readonly name: string;
  ask(prompt: Prompt): Promise<ModelAnswer>;
}

interface DraftAttempt {
  /** Undefined if there is no usable draft. */
  readonly part?: ProposedPart;
  readonly model: ModelReport;
}

export async function draftPart({ name, ask }: DraftModel, subject: Subject): Promise<DraftAttempt> {
  const { entry, present, items } = subject;
  const { text } = present.skill;
  const answer = await ask(draftPrompt({ name: entry.name, text, items }, sha256Hex));
  if (answer.kind === 'failed') return { model: { name, executed: false, error: answer.error } };
  const refused = (why: string) => ({
    model: { name, executed: true, error: `the draft was rejected: ${why}` },
  });
  const section = sectionIn(answer.text);
  if (section.kind === 'refused') return refused(section.why);
  const skill = withSection(text, section.text);
  if (skill.kind === 'refused') return refused(skill.why);
  return { part: partOf(section.text), model: { name, executed: true } };
}

function partOf(section: string): ProposedPart {
  const isOrder = section.split('\n').some(readsLikeInstruction);
  return {
    kind: 'draft',
    title: draftTitle(section),
    content: section,
    items: [],
    riskReasons: ['model-draft', ...(isOrder ? ['reads-like-instruction'] : [])],
    signature: section,
  };
}
