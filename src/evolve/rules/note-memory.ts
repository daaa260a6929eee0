/*
 * What earlier notes have shown: which items are left out, because they were rejected, undone, harmed or changed nothing,
 * and which notes are outlived. A note that harmed, changed nothing or has expired is removed by the next run that may
 * write its skill, and proposed for removal otherwise; a note that helps stays, however silent its causes are.
 */

import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { dayMs } from '../../text/time.js';
import {
  type EffectEvidence,
  expiredItems,
  isUseless,
  type NoteEffect,
  noteEffects,
} from './effect/note-effect.js';
import { type NoteItem, quotedEvents } from './note/items.js';
import { isPromotion, type NoteLife, noteLives, type RemovalReason, undoneEntries } from './note-life.js';
import type { Proposal } from './proposal/proposal.js';

/** The evidence of rejected or undone notes, by skill and item. */
type Rejections = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export interface NoteMemory {
  isLeftOut(skill: string, item: NoteItem): boolean;
  /** Left out because a person rejected, undid or promoted it. */
  isRejected(skill: string, item: NoteItem): boolean;
  /** Whether a note harmed the skill not long ago, so that it gets none by itself. */
  isResting(skill: string): boolean;
  /** Whether the lines of its note stay although their causes are silent, because the note helps. */
  keepsLines(skill: string): boolean;
  /** Skills whose note goes, with the reason. */
  readonly outlived: ReadonlyMap<string, RemovalReason>;
  /** Skills with a note. */
  readonly noted: readonly string[];
  /** By skill, the events that the lines of its note rest on. */
  readonly quoted: ReadonlyMap<string, readonly string[]>;
}

/** How long a skill that was harmed by a note gets none by itself. */
export const restMs = 60 * dayMs;

export function noteMemory(
  entries: readonly RecordedEntry[],
  evidence: EffectEvidence,
  rejections: Rejections,
  now: number,
): NoteMemory {
  const lives = noteLives(entries);
  const present = lives.filter(({ isPresent }) => isPresent);
  const effects = noteEffects(evidence, present, now);
  const helped = new Set(effects.filter(isHelpful).map(({ note }) => note.skill));
  const outlived = new Map(
    effects.flatMap((effect) => {
      const reason = removalOf(effect, now);
      return reason === undefined ? [] : [[effect.note.skill, reason] as const];
    }),
  );
  const spent = spentItems(lives, effects);
  const harmed = lives.filter((life) => now - (harmedAt(life) ?? 0) < restMs);
  const resting = new Set([
    ...harmed.map(({ skill }) => skill),
    ...effects.filter(({ verdict }) => verdict === 'harmed').map(({ note }) => note.skill),
  ]);
  const isRejectedItem = (skill: string, item: NoteItem) => isRejected(rejections.get(skill), item);
  return {
    isLeftOut: (skill, item) => (spent.get(skill)?.has(item.id) ?? false) || isRejectedItem(skill, item),
    isRejected: isRejectedItem,
    isResting: (skill) => resting.has(skill),
    keepsLines: (skill) => helped.has(skill),
    outlived,
    noted: present.map(({ skill }) => skill),
    quoted: new Map(present.map(({ skill, items }) => [skill, items.flatMap(quotedEvents)])),
  };
}

/** When it turned out that it harmed, so that it was removed. */
function harmedAt({ why, endedAt, trial }: NoteLife): number | undefined {
  return trial?.verdict === 'harmed' ? trial.at : why === 'harmed' ? endedAt : undefined;
}

/** Also where the reason is not known: a note is not removed because its causes went away. */
function isHelpful({ verdict, observed }: NoteEffect): boolean {
  return verdict === 'helped' || observed === 'less-often';
}

/** A note that a person restored stays, whatever its effect. */
function removalOf(effect: NoteEffect, now: number): RemovalReason | undefined {
  const { note, verdict } = effect;
  if (verdict === 'harmed' && !note.isKept) return 'harmed';
  if (isUseless(effect) && !note.isKept) return 'no-change';
  const isExpired = expiredItems(note, now).length === note.items.length;
  return isExpired && !isHelpful(effect) ? 'expired' : undefined;
}

/** The items that later notes leave out: those of notes that harmed or changed nothing, unless one of them helps now. */
function spentItems(
  lives: readonly NoteLife[],
  effects: readonly NoteEffect[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const spent = new Map<string, Set<string>>();
  const itemsOf = (skill: string) => {
    const items = spent.get(skill) ?? new Set();
    spent.set(skill, items);
    return items;
  };
  for (const life of lives) {
    const { skill, why, said } = life;
    if (harmedAt(life) !== undefined || why === 'no-change')
      for (const id of said.keys()) itemsOf(skill).add(id);
  }
  for (const effect of effects) {
    const { note, verdict } = effect;
    for (const id of note.said.keys()) {
      if (verdict === 'helped') itemsOf(note.skill).delete(id);
      if (verdict === 'harmed' || isUseless(effect)) itemsOf(note.skill).add(id);
    }
  }
  return spent;
}

/**
 * New evidence makes an item acceptable again. The evidence decides, not the id, so that a line which is made of the same
 * events by a newer rule is still the rejected one.
 */
function isRejected(rejected: ReadonlyMap<string, ReadonlySet<string>> | undefined, item: NoteItem): boolean {
  if (rejected === undefined) return false;
  const known = [...rejected.values()];
  return item.evidence.every((id) => known.some((evidence) => evidence.has(id)));
}

/**
 * The items of undone notes and rejected proposals, and the lines that became steps of the skill, with their evidence. A
 * later note that was kept cancels a rejection.
 */
export function rejectedItems(
  entries: readonly RecordedEntry[],
  proposals: readonly RejectableProposal[],
): Rejections {
  const rejected = new Map<string, Map<string, Set<string>>>();
  const undone = undoneEntries(entries);
  const verdicts = [
    ...ledgerVerdicts(entries, undone),
    ...proposals.flatMap((proposal) => proposalVerdict(proposal, undone)),
  ];
  for (const { skill, items, isRejected } of verdicts.toSorted((one, other) => one.at - other.at)) {
    const ofSkill = rejected.get(skill) ?? new Map<string, Set<string>>();
    rejected.set(skill, ofSkill);
    for (const { id, evidence } of items) {
      if (isRejected) ofSkill.set(id, new Set([...(ofSkill.get(id) ?? []), ...evidence]));
      else ofSkill.delete(id);
    }
  }
  return rejected;
}

type RejectableProposal = Pick<Proposal, 'skill' | 'kind' | 'state' | 'items' | 'decidedAt' | 'entry'>;

interface Verdict {
  readonly at: number;
  readonly skill: string;
  readonly items: readonly { readonly id: string; readonly evidence: readonly string[] }[];
  readonly isRejected: boolean;
}

/** A promotion says nothing about the lines that stay in the note, neither when it is made nor when it is undone. */
function ledgerVerdicts(entries: readonly RecordedEntry[], undone: ReadonlySet<string>): readonly Verdict[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries
    .filter(({ id, state }) => state === 'committed' && !undone.has(id))
    .flatMap((entry): readonly Verdict[] => {
      const note = entry.undoes === null ? entry : byId.get(entry.undoes);
      if (note?.action !== 'note' || isPromotion(note)) return [];
      const { skill, notes: items = [] } = note;
      return [{ at: entry.at, skill, items, isRejected: entry.undoes !== null }];
    });
}

/** Rejecting a draft or a promotion, which are text for the skill itself, says nothing about the evidence. */
function proposalVerdict(
  { skill, kind, state, items, decidedAt = 0, entry }: RejectableProposal,
  undone: ReadonlySet<string>,
): readonly Verdict[] {
  const isRejected = kind === 'note' && state === 'rejected';
  const isPromoted =
    kind === 'promotion' && state === 'accepted' && entry !== undefined && !undone.has(entry);
  return isRejected || isPromoted ? [{ at: decidedAt, skill, items, isRejected: true }] : [];
}
