/*
 * Shows the note of a skill line by line, with the evidence behind each; or, if it has none, what a note would say, and
 * why there is none yet. It only reads.
 */

import type { Evidence, Window } from '../evidence/rules/evidence.js';
import type { Library } from '../library/open-library.js';
import type { SkillEntry } from '../library/rules/entry.js';
import type { LedgerNote } from '../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../library/rules/ledger-lines.js';
import { readLedger } from '../library/write/ledger.js';
import { CoppiceError } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';
import { dayMs } from '../text/time.js';
import { currentNotesIn, idsOf } from './notes/current-note.js';
import { NotePlanner } from './notes/plan-note.js';
import { protectionOf } from './notes/skills.js';
import { readProposals } from './proposals/proposal-folder.js';
import { readSkillFiles } from './proposals/subject.js';
import { type LineEffect, lineEffects } from './rules/effect/line-effect.js';
import { findBlock } from './rules/note/block.js';
import { type NoteItem, noteItems, type WaitingLine } from './rules/note/items.js';
import { type EventFact, eventFacts, lessonsOf } from './rules/note/lessons.js';
import { readLine } from './rules/note/line.js';
import { isOldBlock, linesIn } from './rules/note/render.js';
import { noteLives } from './rules/note-life.js';
import { noteMemory, rejectedItems } from './rules/note-memory.js';

export interface ShownNote {
  readonly skill: string;
  /** The ledger entry of the note in the skill; null if it has none. */
  readonly note: { readonly entry: string; readonly writtenAt: number } | null;
  /** The lines of the note, or those that a run would write. */
  readonly lines: readonly ShownLine[];
  /** What was seen, but not often enough. */
  readonly waiting: readonly WaitingLine[];
  /** Why the skill has no note; null if it has one. */
  readonly whyNot: { readonly reason: string; readonly detail: string } | null;
}

export interface ShownLine {
  readonly text: string;
  readonly kind: NoteItem['kind'];
  readonly sessions: number;
  readonly worked: number;
  readonly of: number;
  /** The events that are still in the evidence, latest first. */
  readonly events: readonly EventFact[];
  /** How many events the ledger names. */
  readonly cited: number;
  /** Whether what it is about stopped; null if it is not in a note. */
  readonly effect: LineEffect | null;
}

export interface ShowDeps {
  readonly library: Library;
  readonly evidence: Evidence;
}

export function showNote(deps: ShowDeps, entry: SkillEntry, days: number): ShownNote {
  const { library } = deps;
  const to = library.clock.now() + 1;
  const window = { from: to - days * dayMs, to };
  const written = noteLinesOf(library, entry);
  const { items, waiting, facts } = taught(deps, entry, windowWith(window, written?.items ?? []));
  if (written === undefined) {
    const { lines, whyNot } = unwritten(deps, entry, window, items);
    return { skill: entry.id, note: null, lines: lines.map((item) => lineOf(item, facts)), waiting, whyNot };
  }
  const effects = linesOf(deps, entry);
  const fresh = new Map(items.map((item) => [item.id, item]));
  const lines = written.lines.map((text, index) => {
    const item = written.items[index];
    const effect = effects.find(({ id }) => id === item?.id) ?? null;
    return { ...writtenLine(text, item, item && fresh.get(item.id), facts), effect };
  });
  const { id, at } = written.entry;
  return { skill: entry.id, note: { entry: id, writtenAt: at }, lines, waiting, whyNot: null };
}

/** Of the note that is in the skill now. */
function linesOf({ library, evidence }: ShowDeps, { id }: SkillEntry): readonly LineEffect[] {
  const lives = noteLives(readLedger(library).entries);
  const life = lives.findLast(({ skill, isPresent }) => skill === id && isPresent);
  return life === undefined ? [] : lineEffects(evidence, life, library.clock.now());
}

export interface WrittenLines {
  readonly entry: RecordedEntry;
  readonly lines: readonly string[];
  /** As the ledger has them, in the order of the lines. */
  readonly items: readonly LedgerNote[];
}

/** Undefined if the skill has no note that Coppice wrote. */
export function noteLinesOf(library: Library, entry: SkillEntry): WrittenLines | undefined {
  const note = currentNotesIn(library, readLedger(library).entries).of(entry);
  const files = readSkillFiles(library.files, entry);
  if (files === undefined) throw new CoppiceError('not-found', `${entry.path} is missing, or is not text`);
  const block = findBlock(files.skill.text);
  if (note === undefined || block.kind !== 'block' || isOldBlock(block.text)) return undefined;
  const inBlock = linesIn(block.text);
  const spilled = files.support.text === undefined ? [] : linesIn(files.support.text);
  const lines = spilled.length > inBlock.length ? spilled : inBlock;
  return { entry: note, lines, items: note.notes ?? [] };
}

interface Taught {
  readonly items: readonly NoteItem[];
  readonly waiting: readonly WaitingLine[];
  readonly facts: ReadonlyMap<string, EventFact>;
}

/** From all ids that the skill had. */
function taught({ library, evidence }: ShowDeps, entry: SkillEntry, window: Window): Taught {
  const parts = idsOf(library, entry.id).map((id) => ({
    ...noteItems(entry.id, lessonsOf(evidence, id, window), sha256Hex),
    facts: eventFacts(evidence.episodes(window, { skill: id })),
  }));
  return {
    items: parts.flatMap(({ items }) => items),
    waiting: parts.flatMap(({ waiting }) => waiting),
    facts: new Map(parts.flatMap(({ facts }) => [...facts])),
  };
}

function windowWith({ from, to }: Window, items: readonly LedgerNote[]): Window {
  return { from: Math.min(from, ...items.map(({ firstSeen }) => firstSeen)), to };
}

function lineOf({ text, kind, sessions, worked, of, evidence }: NoteItem, facts: Taught['facts']): ShownLine {
  const events = evidence.flatMap((id) => facts.get(id) ?? []);
  return { text, kind, sessions, worked, of, events, cited: evidence.length, effect: null };
}

/** What the line says counts; how many sessions are behind it follows from its events. */
function writtenLine(
  text: string,
  item: LedgerNote | undefined,
  fresh: NoteItem | undefined,
  facts: Taught['facts'],
): Omit<ShownLine, 'effect'> {
  const events = (item?.evidence ?? []).flatMap((id) => facts.get(id) ?? []);
  const said = readLine(text);
  return {
    text,
    kind: said?.kind ?? fresh?.kind ?? 'failure',
    sessions:
      said?.sessions ?? (new Set(events.map(({ session }) => session)).size || (fresh?.sessions ?? 0)),
    worked: said?.worked ?? 0,
    of: said?.of ?? 0,
    events,
    cited: item?.evidence.length ?? 0,
  };
}

interface Unwritten {
  readonly lines: readonly NoteItem[];
  readonly whyNot: NonNullable<ShownNote['whyNot']>;
}

function unwritten(
  { library, evidence }: ShowDeps,
  entry: SkillEntry,
  window: Window,
  items: readonly NoteItem[],
): Unwritten {
  const { entries } = readLedger(library);
  const rejections = rejectedItems(entries, readProposals(library).proposals);
  const memory = noteMemory(entries, evidence, rejections, library.clock.now());
  const variants = library.config['evolve.variants'];
  const planner = new NotePlanner({ library, evidence, window, variants, isLeftOut: memory.isLeftOut });
  const ids = idsOf(library, entry.id);
  const evidenceId = ids.find((id) => evidence.evidenceFor(id, window, 1).length > 0) ?? entry.id;
  const plan = planner.plan(entry, evidenceId);
  const why = (reason: string, detail: string) => ({ reason, detail });
  if (plan.kind === 'skip') return { lines: items, whyNot: why(plan.reason, plan.detail) };
  if (plan.kind === 'note' && plan.ready.kind === 'note') {
    const reason = protectionOf(library, entry);
    const { items: lines } = plan.ready;
    return {
      lines,
      whyNot:
        reason === undefined
          ? why('not-written-yet', 'no run has written it yet')
          : why(reason, 'no run may write to this skill; coppice evolve propose makes a proposal'),
    };
  }
  if (items.length === 0) return { lines: [], whyNot: why('nothing-to-say', 'there is nothing to note') };
  return { lines: [], whyNot: why('already-rejected', 'all of it was rejected, undone or did not help') };
}
