/*
 * What earlier notes have shown: which items are left out, because they were rejected, undone, harmed or changed nothing,
 * and which notes are outlived. A note that harmed stays until somebody undoes it, which is proposed; one that changed
 * nothing, or has expired, is removed by the next run.
 */

import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { excludedItems, expiredItems, noteEffect } from './effect.js';
import type { NoteItem } from './note/items.js';
import { isPromotion, noteLives, undoneEntries } from './note-life.js';
import type { Proposal } from './proposal/proposal.js';

/** The evidence of rejected or undone notes, by skill and item. */
type Rejections = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export interface NoteMemory {
  isLeftOut(skill: string, item: NoteItem): boolean;
  /** Left out because a person rejected, undid or promoted it. */
  isRejected(skill: string, item: NoteItem): boolean;
  /** Skills whose note has no current items. */
  readonly outlived: ReadonlySet<string>;
  /** Skills with a note. */
  readonly noted: readonly string[];
}

export function noteMemory(
  entries: readonly RecordedEntry[],
  evidence: Parameters<typeof noteEffect>[0],
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
  const isRejectedItem = (skill: string, item: NoteItem) => isRejected(rejections.get(skill), item);
  return {
    isLeftOut: (skill, item) => (spent.get(skill)?.has(item.id) ?? false) || isRejectedItem(skill, item),
    isRejected: isRejectedItem,
    outlived: new Set(outlived.map(({ skill }) => skill)),
    noted: lives.filter(({ isLatest, items }) => isLatest && items.length > 0).map(({ skill }) => skill),
  };
}

/**
 * New evidence makes an item acceptable again. The evidence decides, not the id, so that a line which is made of the same
 * events by a newer rule is still the rejected one.
 */
function isRejected(rejected: ReadonlyMap<string, ReadonlySet<string>> | undefined, item: NoteItem): boolean {
  if (rejected === undefined) return false;
  const known = [...rejected.values()];
  return item.evidence.every((id) => known.some((evidence) => evidence.has(id)));
}

/**
 * The items of undone notes and rejected proposals, and the lines that became steps of the skill, with their evidence. A
 * later note that was kept cancels a rejection.
 */
export function rejectedItems(
  entries: readonly RecordedEntry[],
  proposals: readonly RejectableProposal[],
): Rejections {
  const rejected = new Map<string, Map<string, Set<string>>>();
  const undone = undoneEntries(entries);
  const verdicts = [
    ...ledgerVerdicts(entries, undone),
    ...proposals.flatMap((proposal) => proposalVerdict(proposal, undone)),
  ];
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

type RejectableProposal = Pick<Proposal, 'skill' | 'kind' | 'state' | 'items' | 'decidedAt' | 'entry'>;

interface Verdict {
  readonly at: number;
  readonly skill: string;
  readonly items: readonly { readonly id: string; readonly evidence: readonly string[] }[];
  readonly isRejected: boolean;
}

/** A promotion says nothing about the lines that stay in the note, neither when it is made nor when it is undone. */
function ledgerVerdicts(entries: readonly RecordedEntry[], undone: ReadonlySet<string>): readonly Verdict[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries
    .filter(({ id, state }) => state === 'committed' && !undone.has(id))
    .flatMap((entry): readonly Verdict[] => {
      const note = entry.undoes === null ? entry : byId.get(entry.undoes);
      if (note?.action !== 'note' || isPromotion(note)) return [];
      const { skill, notes: items = [] } = note;
      return [{ at: entry.at, skill, items, isRejected: entry.undoes !== null }];
    });
}

/** Rejecting a draft or a promotion, which are text for the skill itself, says nothing about the evidence. */
function proposalVerdict(
  { skill, kind, state, items, decidedAt = 0, entry }: RejectableProposal,
  undone: ReadonlySet<string>,
): readonly Verdict[] {
  const isRejected = kind === 'note' && state === 'rejected';
  const isPromoted =
    kind === 'promotion' && state === 'accepted' && entry !== undefined && !undone.has(entry);
  return isRejected || isPromoted ? [{ at: decidedAt, skill, items, isRejected: true }] : [];
}
