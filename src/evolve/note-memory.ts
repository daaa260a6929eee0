/*
 * What earlier notes have taught: which items are not told again, because they were rejected, undone, harmed or changed
 * nothing, and which notes have nothing left to say. A note that harmed stays until somebody undoes it, which is
 * proposed; one that changed nothing, or whose time is over, goes with the next run.
 */

import type { Evidence } from '../evidence/rules/evidence.js';
import type { RecordedEntry } from '../library/write/ledger-lines.js';
import { noteEffect } from './effect/effect.js';
import { expiredItems, leftOutItems } from './effect/expiry.js';
import { noteLives } from './effect/note-life.js';
import type { NoteItem } from './note/items.js';

/** By skill and by item, the evidence that a rejected or undone note was made from. */
export type Rejections = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export interface NoteMemory {
  isLeftOut(skill: string, item: NoteItem): boolean;
  /** Skills whose note has nothing left to say. */
  readonly outlived: ReadonlySet<string>;
}

export function noteMemory(
  entries: readonly RecordedEntry[],
  evidence: Pick<Evidence, 'loads'>,
  rejections: Rejections,
  now: number,
): NoteMemory {
  const lives = noteLives(entries);
  const spent = leftOutItems(lives.map((note) => noteEffect(evidence, note, now)));
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

/** With new evidence it is another note; that it was used once more is no evidence of anything. */
function isRejected(evidence: ReadonlySet<string> | undefined, item: NoteItem): boolean {
  if (evidence === undefined) return false;
  return item.kind === 'use' || item.evidence.every((id) => evidence.has(id));
}
