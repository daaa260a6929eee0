/*
 * The part of a proposal that is the note which a run would write, without what was rejected before.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import type { OpenLibrary } from '../../library/open-library.js';
import { readLedger } from '../../library/write/ledger.js';
import { CoppiceError } from '../../text/errors.js';
import type { NoteItem } from '../note/items.js';
import { noteMemory } from '../note-memory.js';
import { NotePlanner } from '../plan-note.js';
import { readProposals } from '../review/proposal-folder.js';
import { rejectedItems } from '../review/rejected.js';
import type { Proposal } from './proposal.js';
import type { Subject } from './subject.js';
import { noteTitle } from './title.js';

/** What is to change. */
export interface ProposedPart
  extends Pick<Proposal, 'kind' | 'title' | 'content' | 'support' | 'items' | 'riskReasons'> {
  /** What makes it the same change, whatever else is in the SKILL.md. */
  readonly signature: unknown;
}

export interface NothingToPropose {
  readonly reason: string;
  readonly detail: string;
}

export function notePart(
  library: OpenLibrary,
  evidence: Evidence,
  { entry, present, evidenceId, window, days, rows }: Subject,
): ProposedPart | NothingToPropose {
  const { entries } = readLedger(library);
  const rejections = rejectedItems(entries, readProposals(library).proposals);
  const memory = noteMemory(entries, evidence, rejections, library.clock.now());
  const leftOut: NoteItem[] = [];
  const isLeftOut = (skill: string, item: NoteItem) => {
    const leaves = memory.isLeftOut(skill, item);
    if (leaves) leftOut.push(item);
    return leaves;
  };
  const variants = library.config['evolve.variants'];
  const planner = new NotePlanner({ library, evidence, window, days, variants, isLeftOut });
  const plan = planner.plan(entry, evidenceId);
  if (plan.kind === 'skip') return { reason: plan.reason, detail: plan.detail };
  if (plan.kind === 'unchanged' || plan.ready.kind === 'removal') {
    if (rows.length === 0) return nothing('no-evidence', `there is none of the last ${days} day(s)`);
    if (leftOut.length === 0)
      return nothing('unchanged', 'the evidence tells nothing that the note does not');
    return leftOut.some(({ id }) => rejections.get(entry.id)?.has(id))
      ? nothing('already-rejected', 'nothing was seen since it was rejected or undone')
      : nothing('already-tried', 'a note that said so did not help');
  }
  if (plan.baseSha256 !== present.base.sha256) {
    throw new CoppiceError('changed-on-disk', `${entry.path} was changed during the call`);
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

function nothing(reason: string, detail: string): NothingToPropose {
  return { reason, detail };
}
