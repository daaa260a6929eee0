/*
 * The notes that were written into skills and not undone, each with the time during which nothing else changed in its
 * skill: only then can a difference be caused by the note. A skill keeps its history when it is renamed. A note that was
 * rolled back never existed; after an undo, the previous note is current again.
 */

import { changesContent, type LedgerNote } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';

export interface NoteLife {
  /** The id that the skill has now. */
  readonly skill: string;
  /** That id, and those it had before, unless another skill has one of them now. */
  readonly ids: readonly string[];
  /** The entries that wrote it, oldest first: all but the first only repeated it. */
  readonly entries: readonly string[];
  readonly appliedAt: number;
  /** The items of the last entry. */
  readonly items: readonly LedgerNote[];
  /** The ids of all its items, which are those of its first entry. */
  readonly said: ReadonlySet<string>;
  /** When the skill was changed before, if the ledger knows. */
  readonly changedBefore: number | undefined;
  /** When the skill was changed next, if it was. */
  readonly endedAt: number | undefined;
  /** Whether no later note replaced it. */
  readonly isLatest: boolean;
}

/** Oldest first. */
export function noteLives(entries: readonly RecordedEntry[]): readonly NoteLife[] {
  const current = new Set([...currentNotes(entries).values()].flat());
  const pasts = new Map<string, SkillPast>();
  const notes: { readonly past: SkillPast; readonly note: OpenNote }[] = [];
  for (const entry of entries.filter(({ state }) => state === 'committed')) {
    const past = pastOf(pasts, entry);
    // A rename does not change the content.
    if (entry.renamedTo !== null || !entry.files.some(changesContent)) continue;
    const note = change(past, entry, current.has(entry));
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
  /** The latest note. */
  note: OpenNote | undefined;
  /** Whether nothing else changed since the latest note. */
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

/** A created skill has no history, even if another skill had its id before. */
function pastOf(pasts: Map<string, SkillPast>, { action, skill, renamedTo }: RecordedEntry): SkillPast {
  const known = action === 'create' ? undefined : pasts.get(skill);
  const past = known ?? { skill, ids: new Set(), changedAt: undefined, note: undefined, isOpen: false };
  pasts.delete(skill);
  past.skill = renamedTo ?? skill;
  past.ids.add(skill).add(past.skill);
  pasts.set(past.skill, past);
  return past;
}

/** The note that starts with the entry, if any. */
function change(past: SkillPast, entry: RecordedEntry, isNote: boolean): OpenNote | undefined {
  const { id, at, notes: items = [] } = entry;
  if (past.isOpen && past.note !== undefined) {
    if (isNote && !isPromotion(entry) && repeats(past.note, items)) {
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
 * A note without new items is the previous note repeated. Otherwise only notes that helped would ever be measured, because
 * errors that a note does not prevent happen again and are written again.
 */
function repeats({ said }: OpenNote, items: readonly LedgerNote[]): boolean {
  return items.every(({ id }) => said.has(id));
}

/** The reason in the ledger of a note that lost a line to the text of its skill. */
export const promotionReason = 'promotion';

/** A promotion changes the text around the note too. */
export function isPromotion({ action, reason }: Pick<RecordedEntry, 'action' | 'reason'>): boolean {
  return action === 'note' && reason === promotionReason;
}

/** Entries that wrote a note and still count, by the skill's id at the time, oldest first. */
export function currentNotes(
  entries: readonly RecordedEntry[],
): ReadonlyMap<string, readonly RecordedEntry[]> {
  const undone = undoneEntries(entries);
  const current = new Map<string, RecordedEntry[]>();
  for (const entry of entries) {
    if (entry.action !== 'note' || entry.state !== 'committed' || undone.has(entry.id)) continue;
    const notes = current.get(entry.skill) ?? [];
    current.set(entry.skill, notes);
    notes.push(entry);
  }
  return current;
}

/** An undo that was itself undone has no effect. Entries are read backwards, so later undos are known. */
export function undoneEntries(entries: readonly RecordedEntry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes, state } of entries.toReversed()) {
    if (undoes !== null && state === 'committed' && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}
