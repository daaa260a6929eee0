/*
 * Which notes of a skill still count, as the ledger says, and which were undone. A note that
 * was rolled back was never there; one that was undone is gone, and the one before it stands again.
 */

import type { RecordedEntry } from '../library/write/ledger-lines.js';

/** Entries that wrote a note and still count, by the skill's id at the time, oldest first. */
export function standingNotes(
  entries: readonly RecordedEntry[],
): ReadonlyMap<string, readonly RecordedEntry[]> {
  const undone = undoneEntries(entries);
  const standing = new Map<string, RecordedEntry[]>();
  for (const entry of entries) {
    if (entry.action !== 'note' || entry.state !== 'committed' || undone.has(entry.id)) continue;
    const notes = standing.get(entry.skill) ?? [];
    standing.set(entry.skill, notes);
    notes.push(entry);
  }
  return standing;
}

/** An undo that was undone itself undoes nothing; it comes later, so it is known by then. */
export function undoneEntries(entries: readonly RecordedEntry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes, state } of entries.toReversed()) {
    if (undoes !== null && state === 'committed' && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}
