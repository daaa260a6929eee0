/*
 * The entries of the ledger that are still in effect: neither rolled back nor undone.
 */

import type { RecordedEntry } from './ledger-lines.js';

/** Newest first. */
export function effectiveEntries(entries: readonly RecordedEntry[]): readonly RecordedEntry[] {
  const undone = new Set<string>();
  return entries.toReversed().filter(({ id, undoes, state }) => {
    const isInEffect = state !== 'rolled-back' && !undone.has(id);
    // An undo that was itself undone has no effect; the later entry was visited before, so this is known by now.
    if (isInEffect && undoes !== null) undone.add(undoes);
    return isInEffect;
  });
}
