/*
 * Makes the index of notes beside the evidence anew from the ledger, which is the truth. The words of an item are not
 * in the ledger, so those that the index has are kept.
 */

import type { EvidenceStore } from '../../evidence/store/evidence-store.js';
import type { RecordedEntry } from '../../library/write/ledger-lines.js';
import { undoneEntries } from '../ledger-notes.js';

export function rebuildNotesIndex(
  store: Pick<EvidenceStore, 'notes' | 'clearNotes' | 'putNotes'>,
  entries: readonly RecordedEntry[],
): void {
  const texts = new Map(store.notes().map(({ id, text }) => [id, text]));
  const undone = undoneEntries(entries);
  const notes = entries
    .filter(({ state }) => state === 'committed')
    .flatMap(({ id: entry, skill, at: appliedAt, notes: items = [] }) =>
      items.map((item) => {
        const id = `${entry}:${item.id}`;
        const state = undone.has(entry) ? 'undone' : 'applied';
        return { ...item, id, skill, entry, appliedAt, text: texts.get(id) ?? '', state };
      }),
    );
  store.clearNotes();
  store.putNotes(notes);
}
