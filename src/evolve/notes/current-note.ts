/*
 * The ledger entry of the note that is in a skill now, under whichever of its ids it was written.
 */

import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { currentNotes } from '../rules/note-life.js';

export interface CurrentNotes {
  of(entry: Pick<SkillEntry, 'id'>): RecordedEntry | undefined;
}

/** Reads the entries once, for any number of skills. */
export function currentNotesIn(library: Library, entries: readonly RecordedEntry[]): CurrentNotes {
  const notes = currentNotes(entries);
  // The ledger is in order even if the clock was set back.
  const positions = new Map(entries.map((entry, position) => [entry, position]));
  const positionOf = (entry: RecordedEntry) => positions.get(entry) ?? 0;
  return {
    of: ({ id }) =>
      idsOf(library, id)
        .flatMap((known) => notes.get(known) ?? [])
        .toSorted((left, right) => positionOf(left) - positionOf(right))
        .at(-1),
  };
}

/** The id of a skill, and those it had before. */
export function idsOf({ usage }: Pick<Library, 'usage'>, id: string): readonly string[] {
  return [id, ...(usage.get(id)?.aliases ?? [])];
}
