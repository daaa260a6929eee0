/*
 * The evidence of the note in a skill, at any time and now, from the ledger. A diff shows the replaced note too, and a
 * draft was made beside one, so both may quote evidence that they do not cite. An undo restores the previous note, and a
 * skill keeps its history when it is renamed.
 */

import { folderAfter, isBesideFiles } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { quotedEvents } from './note/items.js';

export interface NoteHistory {
  /** The evidence of every note in the skill at that time, including one that was added or removed then. */
  evidenceAt(moment: SkillMoment): readonly string[];
  /** The notes that the ledger says are in skills now. */
  readonly current: readonly CurrentNote[];
}

export interface SkillMoment {
  /** The id that the skill had then, or has now. */
  readonly skill: string;
  readonly at: number;
  /** The ledger entry; its time is more exact than that of a report, which is written later. */
  readonly entry?: string | null | undefined;
}

export interface CurrentNote {
  /** The id that the skill has now. */
  readonly skill: string;
  /** The ledger entry. */
  readonly entry: string;
  /** Where the ledger left the package, which may be the archive. */
  readonly folder: string;
  readonly evidence: readonly string[];
  readonly firstSeen: number;
}

export function noteHistory(entries: readonly RecordedEntry[]): NoteHistory {
  const times = new Map(entries.map(({ id, at }) => [id, at]));
  const pasts = pastsOf(entries.filter(({ state }) => state === 'committed'));
  return {
    evidenceAt: ({ skill, at, entry }) => {
      const moment = times.get(entry ?? '') ?? at;
      return pasts
        .filter(({ ids }) => ids.has(skill))
        .flatMap(({ changes }) => notesAt(changes, moment))
        .flatMap(evidenceOf);
    },
    current: pasts.flatMap(({ skill, folder, changes }) => {
      const note = changes.at(-1)?.note;
      if (!note?.notes?.length) return [];
      const firstSeen = Math.min(...note.notes.map((item) => item.firstSeen));
      return [{ skill, entry: note.id, folder, evidence: evidenceOf(note), firstSeen }];
    }),
  };
}

interface SkillPast {
  /** The id that it has now. */
  skill: string;
  /** That id, and those it had before. */
  readonly ids: Set<string>;
  folder: string;
  /** The note from then on, if any. */
  readonly changes: { readonly at: number; readonly note: RecordedEntry | undefined }[];
}

/** One per skill that ever existed: a new skill may have the id of an archived or renamed one. */
function pastsOf(entries: readonly RecordedEntry[]): readonly SkillPast[] {
  const all: SkillPast[] = [];
  const present = new Map<string, SkillPast>();
  const notesBefore = new Map<string, RecordedEntry | undefined>();
  for (const entry of entries) {
    const { id, at, action, undoes } = entry;
    const known = action === 'create' ? undefined : present.get(entry.skill);
    const past = known ?? { skill: entry.skill, ids: new Set([entry.skill]), folder: '', changes: [] };
    if (known === undefined) all.push(past);
    present.delete(entry.skill);
    past.skill = entry.renamedTo ?? entry.skill;
    present.set(past.skill, past);
    past.ids.add(past.skill);
    past.folder = `${entry.root}/${folderAfter(entry)}`;
    const before = past.changes.at(-1)?.note;
    notesBefore.set(id, before);
    if (isBesideFiles(entry)) continue;
    const after = undoes !== null ? notesBefore.get(undoes) : action === 'note' ? entry : before;
    if (after !== before) past.changes.push({ at, note: after });
  }
  return all;
}

function notesAt(changes: SkillPast['changes'], moment: number): readonly RecordedEntry[] {
  return changes.flatMap(({ at, note }, index) => {
    const endedAt = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return note !== undefined && at <= moment && moment <= endedAt ? [note] : [];
  });
}

function evidenceOf({ notes = [] }: RecordedEntry): readonly string[] {
  return notes.flatMap(quotedEvents);
}
