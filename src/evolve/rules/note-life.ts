/*
 * The notes that were written into skills and not taken back, each with the time during which nothing else changed
 * about its skill: only then can a difference be the note's doing. A skill keeps its past when it is renamed.
 */

import { changesContent, type LedgerNote } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';

export interface NoteLife {
  /** The id that the skill has now. */
  readonly skill: string;
  /** That id, and those it had before, unless another skill has one of them now. */
  readonly ids: readonly string[];
  /** The entries that wrote it, oldest first: all but the first only told it again. */
  readonly entries: readonly string[];
  readonly appliedAt: number;
  /** What it says, as it was told last. */
  readonly items: readonly LedgerNote[];
  /** The ids of all that it ever said, which is what it began with. */
  readonly said: ReadonlySet<string>;
  /** When the skill was changed before; undefined when the ledger does not know of it. */
  readonly changedBefore: number | undefined;
  /** When the skill was changed next; undefined as long as it was not. */
  readonly endedAt: number | undefined;
  /** No later note took its place. */
  readonly isLatest: boolean;
}

/** Oldest first. */
export function noteLives(entries: readonly RecordedEntry[]): readonly NoteLife[] {
  const standing = new Set([...currentNotes(entries).values()].flat());
  const pasts = new Map<string, SkillPast>();
  const notes: { readonly past: SkillPast; readonly note: OpenNote }[] = [];
  for (const entry of entries.filter(({ state }) => state === 'committed')) {
    const past = pastOf(pasts, entry);
    // Another name changes nothing about what a skill says.
    if (entry.renamedTo !== null || !entry.files.some(changesContent)) continue;
    const note = change(past, entry, standing.has(entry));
    if (note !== undefined) notes.push({ past, note });
  }
  return notes.map(({ past, note }) => ({
    ...note,
    skill: past.skill,
    ids: [...past.ids].filter((id) => (pasts.get(id) ?? past) === past),
    isLatest: note === past.note,
  }));
}

interface SkillPast {
  /** The id that it has now. */
  skill: string;
  readonly ids: Set<string>;
  changedAt: number | undefined;
  /** The latest. */
  note: OpenNote | undefined;
  /** Nothing else was changed since the latest note. */
  isOpen: boolean;
}

interface OpenNote {
  readonly entries: string[];
  readonly appliedAt: number;
  items: readonly LedgerNote[];
  readonly said: ReadonlySet<string>;
  readonly changedBefore: number | undefined;
  endedAt: number | undefined;
}

/** A skill that is created has none, also where another had its id before. */
function pastOf(pasts: Map<string, SkillPast>, { action, skill, renamedTo }: RecordedEntry): SkillPast {
  const known = action === 'create' ? undefined : pasts.get(skill);
  const past = known ?? { skill, ids: new Set(), changedAt: undefined, note: undefined, isOpen: false };
  pasts.delete(skill);
  past.skill = renamedTo ?? skill;
  past.ids.add(skill).add(past.skill);
  pasts.set(past.skill, past);
  return past;
}

/** The note that begins with the entry, if one does. */
function change(past: SkillPast, entry: RecordedEntry, isNote: boolean): OpenNote | undefined {
  const { id, at, notes: items = [] } = entry;
  if (past.isOpen && past.note !== undefined) {
    if (isNote && repeats(past.note, items)) {
      past.note.entries.push(id);
      past.note.items = items;
      return undefined;
    }
    past.note.endedAt = at;
  }
  const changedBefore = past.changedAt;
  past.changedAt = at;
  past.isOpen = isNote;
  if (!isNote) return undefined;
  const said = new Set(items.map((item) => item.id));
  past.note = { entries: [id], appliedAt: at, items, said, changedBefore, endedAt: undefined };
  return past.note;
}

/**
 * A note that says nothing which the one before did not say is that one, told again. It has to be: what a note does
 * not prevent happens again and is written again, so that otherwise only the notes which helped were ever measured.
 */
function repeats({ said }: OpenNote, items: readonly LedgerNote[]): boolean {
  return items.every(({ id }) => said.has(id));
}

/*
 * Which notes of a skill still count, as the ledger says, and which were undone. A note that
 * was rolled back was never there; one that was undone is gone, and the one before it stands again.
 */

/** Entries that wrote a note and still count, by the skill's id at the time, oldest first. */
export function currentNotes(
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
