/*
 * What the ledger knows of a skill's notes: the one that stands, word for word, and those that were undone. A note that
 * was rolled back was never there; one that was undone is gone, and the one before it stands again.
 */

import { readBlob } from '../library/write/blobs.js';
import type { LedgerPlace } from '../library/write/ledger.js';
import { concernedFile } from '../library/write/ledger-entry.js';
import type { RecordedEntry } from '../library/write/ledger-lines.js';
import { decodeUtf8 } from '../text/utf8.js';
import { findBlock } from './note/block.js';
import type { WrittenNote } from './note/prepare.js';
import { supportPath } from './note/spill.js';

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

/** The bytes are in the ledger; where they are damaged, nobody can say whether the block was edited. */
export function writtenNote(place: LedgerPlace, entry: RecordedEntry, name: string): WrittenNote | undefined {
  const after = concernedFile(entry)?.after;
  if (!after) return undefined;
  const block = findBlock(decodeUtf8(readBlob(place, after.sha256)));
  if (block.kind !== 'block') return undefined;
  const support = entry.files.find(({ path }) => path === supportPath(name))?.after;
  return {
    block: block.text,
    evidence: (entry.notes ?? []).flatMap(({ evidence }) => evidence),
    supportFile: support ? decodeUtf8(readBlob(place, support.sha256)) : undefined,
  };
}
