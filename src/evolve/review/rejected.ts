/*
 * What nobody wants to read again: the items of notes that were undone, and of proposals that were rejected, with all
 * the evidence that was known then. A later note that was let stand takes such a verdict back.
 */

import type { RecordedEntry } from '../../library/write/ledger-lines.js';
import { undoneEntries } from '../ledger-notes.js';
import type { Rejections } from '../note-memory.js';
import type { Proposal } from '../propose/proposal.js';

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

/** A draft is a text by a model: that it is not wanted says nothing about the evidence. */
function proposalVerdict({
  skill,
  kind,
  state,
  items,
  decidedAt = 0,
}: RejectableProposal): readonly Verdict[] {
  return kind === 'note' && state === 'rejected' ? [{ at: decidedAt, skill, items, isRejected: true }] : [];
}
