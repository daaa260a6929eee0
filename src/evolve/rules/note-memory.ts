/*
 * What earlier notes have shown: which items are left out, because they were rejected, undone, harmed or changed nothing,
 * and which notes are outlived. A note that harmed stays until somebody undoes it, which is proposed; one that changed
 * nothing, or has expired, is removed by the next run.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { excludedItems, expiredItems, noteEffect } from './effect.js';
import type { NoteItem } from './note/items.js';
import { noteLives, undoneEntries } from './note-life.js';
import type { Proposal } from './proposal/proposal.js';

/** The evidence of rejected or undone notes, by skill and item. */
type Rejections = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

interface NoteMemory {
  isLeftOut(skill: string, item: NoteItem): boolean;
  /** Skills whose note has no current items. */
  readonly outlived: ReadonlySet<string>;
}

export function noteMemory(
  entries: readonly RecordedEntry[],
  evidence: Pick<Evidence, 'loads'>,
  rejections: Rejections,
  now: number,
): NoteMemory {
  const lives = noteLives(entries);
  const spent = excludedItems(lives.map((note) => noteEffect(evidence, note, now)));
  const outlived = lives.filter((note) => {
    const expired = new Set(expiredItems(note, now));
    const isOver = (id: string) => expired.has(id) || spent.get(note.skill)?.get(id) === 'no-change';
    return note.isLatest && note.items.length > 0 && note.items.every(({ id }) => isOver(id));
  });
  return {
    isLeftOut: (skill, item) =>
      (spent.get(skill)?.has(item.id) ?? false) || isRejected(rejections.get(skill)?.get(item.id), item),
    outlived: new Set(outlived.map(({ skill }) => skill)),
  };
}

/** New evidence makes an item acceptable again, but another use is not evidence. */
function isRejected(evidence: ReadonlySet<string> | undefined, item: NoteItem): boolean {
  if (evidence === undefined) return false;
  return item.kind === 'use' || item.evidence.every((id) => evidence.has(id));
}

/** The items of undone notes and rejected proposals, with their evidence. A later note that was kept cancels a rejection. */
export function rejectedItems(
  entries: readonly RecordedEntry[],
  proposals: readonly RejectableProposal[],
): Rejections {
  const rejected = new Map<string, Map<string, Set<string>>>();
  const verdicts = [...ledgerVerdicts(entries), ...proposals.flatMap(proposalVerdict)];
  for (const { skill, items, isRejected } of verdicts.toSorted((one, other) => one.at - other.at)) {
    const ofSkill = rejected.get(skill) ?? new Map<string, Set<string>>();
    rejected.set(skill, ofSkill);
    for (const { id, evidence } of items) {
      if (isRejected) ofSkill.set(id, new Set([...(ofSkill.get(id) ?? []), ...evidence]));
      else ofSkill.delete(id);
    }
  }
  return rejected;
}

type RejectableProposal = Pick<Proposal, 'skill' | 'kind' | 'state' | 'items' | 'decidedAt'>;

interface Verdict {
  readonly at: number;
  readonly skill: string;
  readonly items: readonly { readonly id: string; readonly evidence: readonly string[] }[];
  readonly isRejected: boolean;
}

function ledgerVerdicts(entries: readonly RecordedEntry[]): readonly Verdict[] {
  const undone = undoneEntries(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries
    .filter(({ id, state }) => state === 'committed' && !undone.has(id))
    .flatMap((entry): readonly Verdict[] => {
      const note = entry.undoes === null ? entry : byId.get(entry.undoes);
      if (note?.action !== 'note') return [];
      const { skill, notes: items = [] } = note;
      return [{ at: entry.at, skill, items, isRejected: entry.undoes !== null }];
    });
}

/** Rejecting a draft, which is text by a model, says nothing about the evidence. */
function proposalVerdict({
  skill,
  kind,
  state,
  items,
  decidedAt = 0,
}: RejectableProposal): readonly Verdict[] {
  return kind === 'note' && state === 'rejected' ? [{ at: decidedAt, skill, items, isRejected: true }] : [];
}
