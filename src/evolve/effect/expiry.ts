/*
 * What follows from the effects of notes. A note that harmed is proposed for undo, unless another has replaced it. What
 * it said is left out of later notes, and so is what changed nothing over enough loads; of several notes that said the
 * same, the last that something is known of decides. An item whose time is over expires, whatever its effect was.
 */

import type { NoteEffect } from './effect.js';
import type { NoteLife } from './note-life.js';

/** The entries to undo, in the order in which they can be; none when there is nothing to propose. */
export function entriesToUndo({ note, verdict }: NoteEffect): readonly string[] {
  return verdict === 'harmed' && note.isLatest ? note.entries.toReversed() : [];
}

export type LeftOutReason = 'harmed' | 'no-change';

/** After so many loads, a note that changed nothing has had its chance. */
const enoughLoads = 30;

/** What later notes should not say: by skill, the ids of the items. Of the effects of all notes, oldest first. */
export function leftOutItems(
  effects: readonly NoteEffect[],
): ReadonlyMap<string, ReadonlyMap<string, LeftOutReason>> {
  const skills = new Map<string, Map<string, LeftOutReason>>();
  for (const { note, verdict, after } of effects) {
    const items = skills.get(note.skill) ?? new Map<string, LeftOutReason>();
    skills.set(note.skill, items);
    const isSpent = verdict === 'no-change' && after.loads >= enoughLoads;
    for (const id of note.said) {
      if (verdict === 'helped') items.delete(id);
      if (verdict === 'harmed' || isSpent) items.set(id, verdict);
    }
  }
  return skills;
}

/** The ids of those items whose time is over and which the skill still says; none of a note that was replaced. */
export function expiredItems({ items, isLatest }: NoteLife, now: number): readonly string[] {
  return isLatest ? items.filter(({ expiresAt }) => expiresAt <= now).map(({ id }) => id) : [];
}
