/*
 * What a change means for the skill's usage record. It may be told twice, so that a crash between the move of a folder
 * and the note of it is healed with the entry.
 */

import type { CoppiceError } from '../../text/errors.js';
import { folderAfter, isInArchive, type LedgerEntry } from './ledger-entry.js';
import type { WriteDeps } from './write-target.js';

/** Throws when the record cannot be changed: a folder in the archive must not count as an active skill. */
export function settleUsage({ usage }: WriteDeps, entry: LedgerEntry): void {
  if (usage === undefined) return;
  const { at, skill, createdBy, renamedTo } = entry;
  if (createdBy !== null) {
    // What was counted for another skill that had the id before says nothing about the age of this one.
    const before = usage.get(skill);
    const isAgain = before?.id === skill && before.lastActivityAt > 0;
    required(
      usage.put(skill, { createdBy, createdAt: at, state: 'active', ...(isAgain && { restoredAt: at }) }),
    );
  }
  if (renamedTo !== null) required(usage.rename(skill, renamedTo));
  const id = renamedTo ?? skill;
  const [wasArchived, isArchived] = [isInArchive(entry.folder), isInArchive(folderAfter(entry))];
  if (isArchived && !wasArchived) required(usage.put(id, { state: 'archived', archivedAt: at }));
  if (wasArchived && !isArchived) required(usage.put(id, { state: 'active', restoredAt: at }));
}

function required(
  result: { readonly ok: true } | { readonly ok: false; readonly error: CoppiceError },
): void {
  if (!result.ok) throw result.error;
}
