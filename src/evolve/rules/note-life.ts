/*
 * The lives of notes, from the ledger. A note has one life, from the day it was written until it was removed, undone, or
 * the skill was changed in another way: a note that gains or loses a line is the same note, so it keeps the baseline that
 * it had. A skill keeps its history when it is renamed. A note that was rolled back never existed.
 */

import { changesContent, type LedgerNote } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { parseTrial, type TrialEnd } from './trial/trial.js';

export interface NoteLife {
  /** The id that the skill has now. */
  readonly skill: string;
  /** That id, and those it had before, unless another skill has one of them now. */
  readonly ids: readonly string[];
  /** The entries that wrote it and were not undone, oldest first. */
  readonly entries: readonly string[];
  readonly appliedAt: number;
  /** The items of the last entry. */
  readonly items: readonly LedgerNote[];
  /** The ids of all items that it ever had, and when it said each first. */
  readonly said: ReadonlyMap<string, number>;
  /** When the skill was changed before, if the ledger knows. */
  readonly changedBefore: number | undefined;
  /** When it was removed, or the skill was changed in another way; undefined while it lives. */
  readonly endedAt: number | undefined;
  /** Why it ended. */
  readonly why: EndReason | undefined;
  /** What a trial of it has shown, and when. */
  readonly trial: TrialEnd | undefined;
  /** Whether it is in the skill now. */
  readonly isPresent: boolean;
  /** Whether a person restored it after it had been removed or undone. */
  readonly isKept: boolean;
}

export const endReasons = [
  /** A run removed it: because it harmed, changed nothing, or its lines expired. */
  'harmed',
  'no-change',
  'expired',
  /** It was removed for another reason. */
  'removed',
  'undone',
  /** A line of it became a step of the skill. */
  'promoted',
  /** A trial began, in which it is in the skill on some days only. */
  'trial',
  /** The skill was changed in another way; the note may still be in it. */
  'skill-changed',
] as const;
export type EndReason = (typeof endReasons)[number];

/** The reason in the ledger of a note that lost a line to the text of its skill. */
export const promotionReason = 'promotion';

/** The reasons in the ledger of a removal. */
export const removalReasons = {
  harmed: 'note-harmed',
  'no-change': 'note-no-change',
  expired: 'note-expired',
} as const satisfies Partial<Record<EndReason, string>>;
export type RemovalReason = keyof typeof removalReasons;

/** The reasons in the ledger of what a trial does: it takes the note out and puts it in. */
export const trialReasons = { out: 'trial-out', in: 'trial-in' } as const;

/** Oldest first. */
export function noteLives(entries: readonly RecordedEntry[]): readonly NoteLife[] {
  const pasts = new Map<string, SkillPast>();
  const lives: { readonly past: SkillPast; readonly life: OpenLife }[] = [];
  for (const entry of entries.filter(({ state }) => state === 'committed')) {
    const past = pastOf(pasts, entry);
    const end = entry.action === 'trial' ? parseTrial(entry.fact?.after)?.end : undefined;
    if (end !== undefined && past.life !== undefined) past.life.trial = end;
    // A rename does not change the content.
    if (entry.renamedTo !== null || !entry.files.some(changesContent)) continue;
    const life = change(past, entry);
    if (life !== undefined) lives.push({ past, life });
  }
  return lives.map(({ past, life }) => ({
    ...life,
    skill: past.skill,
    ids: [...past.ids].filter((id) => (pasts.get(id) ?? past) === past),
    isPresent: life === past.life && past.items.length > 0,
  }));
}

interface SkillPast {
  /** The id that it has now. */
  skill: string;
  readonly ids: Set<string>;
  changedAt: number | undefined;
  /** The latest note, and whether it still lives. */
  life: OpenLife | undefined;
  /** What the note in the skill says; empty without one. */
  items: readonly LedgerNote[];
  /** What it said before each entry that changed it. */
  readonly before: Map<string, readonly LedgerNote[]>;
}

interface OpenLife {
  readonly entries: string[];
  readonly appliedAt: number;
  items: readonly LedgerNote[];
  readonly said: Map<string, number>;
  readonly changedBefore: number | undefined;
  endedAt: number | undefined;
  why: EndReason | undefined;
  trial: TrialEnd | undefined;
  readonly isKept: boolean;
}

/** A created skill has no history, even if another skill had its id before. */
function pastOf(pasts: Map<string, SkillPast>, { action, skill, renamedTo }: RecordedEntry): SkillPast {
  const known = action === 'create' ? undefined : pasts.get(skill);
  const past = known ?? {
    ...{ skill, ids: new Set(), changedAt: undefined, life: undefined },
    ...{ items: [], before: new Map() },
  };
  pasts.delete(skill);
  past.skill = renamedTo ?? skill;
  past.ids.add(skill).add(past.skill);
  pasts.set(past.skill, past);
  return past;
}

/** The life that starts with the entry, if any. */
function change(past: SkillPast, entry: RecordedEntry): OpenLife | undefined {
  const { id, at } = entry;
  const open = past.life?.endedAt === undefined ? past.life : undefined;
  const items = itemsAfter(past, entry);
  if (items !== undefined) {
    past.before.set(id, past.items);
    past.items = items;
  }
  if (isTrial(entry)) {
    // The days of a trial are judged by themselves.
    if (open !== undefined) end(open, at, 'trial');
    past.changedAt = at;
    return undefined;
  }
  const isNew = isPromotion(entry) || entry.undoes === open?.entries[0];
  if (open !== undefined && items !== undefined && items.length > 0 && !isNew) {
    continueLife(open, entry, items);
    return undefined;
  }
  if (open !== undefined) end(open, at, endReasonOf(entry, items));
  const changedBefore = past.changedAt;
  past.changedAt = at;
  if (items === undefined || items.length === 0) return undefined;
  past.life = {
    ...{ entries: [id], appliedAt: at, items, said: new Map(), changedBefore },
    ...{ endedAt: undefined, why: undefined, trial: undefined, isKept: entry.undoes !== null },
  };
  remember(past.life, items, at);
  return past.life;
}

function remember({ said }: OpenLife, items: readonly LedgerNote[], at: number): void {
  for (const { id } of items) said.set(id, said.get(id) ?? at);
}

/** What the note says after the entry; undefined if the entry is not about the note. */
function itemsAfter(past: SkillPast, { action, undoes, notes = [] }: RecordedEntry) {
  if (action === 'note') return notes;
  return undoes === null ? undefined : past.before.get(undoes);
}

function continueLife(life: OpenLife, { id, at, undoes }: RecordedEntry, items: readonly LedgerNote[]): void {
  const undone = undoes === null ? -1 : life.entries.indexOf(undoes);
  if (undone === -1) life.entries.push(id);
  else life.entries.splice(undone, 1);
  life.items = items;
  remember(life, items, at);
}

function end(life: OpenLife, at: number, why: EndReason): void {
  life.endedAt = at;
  life.why = why;
}

function endReasonOf(entry: RecordedEntry, items: readonly LedgerNote[] | undefined): EndReason {
  if (items === undefined) return 'skill-changed';
  if (isPromotion(entry)) return 'promoted';
  if (entry.undoes !== null) return 'undone';
  const known = Object.entries(removalReasons).find(([, reason]) => reason === entry.reason);
  return endReasons.find((why) => why === known?.[0]) ?? 'removed';
}

function isTrial({ action, reason }: RecordedEntry): boolean {
  return action === 'note' && (reason === trialReasons.out || reason === trialReasons.in);
}

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
