/*
 * Plans the note of a skill from the files, the ledger and the evidence. It only reads.
 */

import type { Evidence, Window } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { concernedFile } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { type LedgerOptions, readBlob, readLedger } from '../../library/write/ledger.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { unifiedDiff } from '../../text/line-diff.js';
import { decodeStrict, decodeUtf8 } from '../../text/utf8.js';
import { findBlock } from '../rules/note/block.js';
import type { NoteItem } from '../rules/note/items.js';
import { type NoteRemoval, prepareNote, type ReadyNote, type WrittenNote } from '../rules/note/prepare.js';
import { supportPath } from '../rules/note/render.js';
import { currentNotes } from '../rules/note-life.js';

export interface PlannedNote {
  readonly kind: 'note';
  readonly ready: ReadyNote | NoteRemoval;
  /** The hash of the SKILL.md that the note was made for. */
  readonly baseSha256: string;
  readonly diff: string;
}

export type NotePlan =
  | PlannedNote
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'skip'; readonly reason: string; readonly detail: string };

export interface PlannerDeps {
  readonly library: Library;
  readonly evidence: Evidence;
  readonly window: Window;
  readonly days: number;
  readonly variants: number;
  /** Whether an item was rejected, undone or outlived, and has no new evidence. */
  readonly isLeftOut?: (skill: string, item: NoteItem) => boolean;
}

/** The number of latest events that a note is made from. */
const maxRows = 500;

export class NotePlanner {
  readonly #deps: PlannerDeps;
  readonly #notes: ReadonlyMap<string, readonly RecordedEntry[]>;
  /** Positions in the ledger, which is in order even if the clock was set back. */
  readonly #positions: ReadonlyMap<RecordedEntry, number>;

  constructor(deps: PlannerDeps) {
    const { entries } = readLedger(deps.library);
    this.#deps = deps;
    this.#notes = currentNotes(entries);
    this.#positions = new Map(entries.map((entry, position) => [entry, position]));
  }

  /** Makes the note again without new evidence, because some of its evidence was removed. */
  renew(entry: SkillEntry, id = entry.id): NotePlan {
    return this.plan(entry, id, true);
  }

  /** `id` is the name of the skill in the evidence, which may be a previous one. */
  plan(entry: SkillEntry, id = entry.id, renews = false): NotePlan {
    try {
      return this.#plan(entry, id, renews);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      return { kind: 'skip', reason: error.code, detail: error.message };
    }
  }

  #plan(entry: SkillEntry, id: string, renews: boolean): NotePlan {
    const { library, evidence, window, days, variants, isLeftOut } = this.#deps;
    // Links are never written, so a plan would only take the slot of another skill.
    if (library.files.stat(entry.path, { follow: false })?.kind === 'link')
      return { kind: 'skip', reason: 'path-unsafe', detail: 'SKILL.md is a symbolic link' };
    const file = library.files.read(entry.path);
    if (file === undefined) return { kind: 'skip', reason: 'skill-not-found', detail: entry.path };
    const text = decodeStrict(file.bytes);
    if (text === undefined) return { kind: 'skip', reason: 'not-text', detail: 'SKILL.md is not UTF-8' };
    // The note was undone or removed by hand, so there is nothing to renew.
    if (renews && findBlock(text).kind === 'none') return { kind: 'unchanged' };
    const support = supportPath(entry.name);
    const supportFile = library.files.read(`${entry.folder}/${support}`);
    const prepared = prepareNote({
      skill: { id: entry.id, name: entry.name },
      text,
      supportFile: supportFile && decodeUtf8(supportFile.bytes),
      lastWritten: this.#lastWritten(entry),
      now: library.clock.now(),
      days,
      summary: evidence.summary(window, id),
      rows: evidence.evidenceFor(id, window, maxRows),
      variants,
      renews,
      ...(isLeftOut && { isLeftOut: (item: NoteItem) => isLeftOut(entry.id, item) }),
      sha256: sha256Hex,
    });
    if (prepared.kind === 'skip' || prepared.kind === 'unchanged') return prepared;
    const name = entry.path.slice(entry.folder.length + 1);
    return {
      kind: 'note',
      ready: prepared,
      baseSha256: sha256Hex(file.bytes),
      diff: unifiedDiff({ label: `a/${name}`, text }, { label: `b/${name}`, text: prepared.text }),
    };
  }

  #lastWritten(entry: SkillEntry): WrittenNote | undefined {
    const { library } = this.#deps;
    const ids = [entry.id, ...(library.usage.get(entry.id)?.aliases ?? [])];
    const notes = ids.flatMap((id) => this.#notes.get(id) ?? []);
    const last = notes.toSorted((left, right) => this.#position(left) - this.#position(right)).at(-1);
    return last && writtenNote(library, last, entry.name);
  }

  #position(entry: RecordedEntry): number {
    return this.#positions.get(entry) ?? 0;
  }
}

/** The note as written, from the ledger. If its blob is damaged, it is unknown whether the block was edited. */
export function writtenNote(
  options: LedgerOptions,
  entry: RecordedEntry,
  name: string,
): WrittenNote | undefined {
  const after = concernedFile(entry)?.after;
  if (!after) return undefined;
  const block = findBlock(decodeUtf8(readBlob(options, after.sha256)));
  if (block.kind !== 'block') return undefined;
  const support = entry.files.find(({ path }) => path === supportPath(name))?.after;
  return {
    block: block.text,
    evidence: (entry.notes ?? []).flatMap(({ evidence }) => evidence),
    supportFile: support ? decodeUtf8(readBlob(options, support.sha256)) : undefined,
  };
}
