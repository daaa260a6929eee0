/*
 * Plans the note of a skill from the files, the ledger and the evidence, and scans the skill with it. It only reads.
 */

import type { Window } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { concernedFile } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { type LedgerOptions, readBlob, readLedger } from '../../library/write/ledger.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { unifiedDiff } from '../../text/line-diff.js';
import { decodeStrict, decodeUtf8 } from '../../text/utf8.js';
import { findBlock } from '../rules/note/block.js';
import type { NoteItem } from '../rules/note/items.js';
import { lessonsOf, type TaughtEvidence } from '../rules/note/lessons.js';
import { type NoteRemoval, prepareNote, type ReadyNote, type WrittenNote } from '../rules/note/prepare.js';
import { isOldBlock, supportPath } from '../rules/note/render.js';
import { findingText } from '../rules/note/scan.js';
import { type CurrentNotes, currentNotesIn } from './current-note.js';
import { changeFinding } from './scan-change.js';

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
  /** There is nothing to say about the skill. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'skip'; readonly reason: string; readonly detail: string };

export interface PlannerDeps {
  readonly library: Library;
  readonly evidence: TaughtEvidence;
  readonly window: Window;
  readonly variants: number;
  /** Whether an item was rejected, undone or outlived, and has no new evidence. */
  readonly isLeftOut?: (skill: string, item: NoteItem) => boolean;
  /** Whether the lines of the skill's note stay although nothing like them happens any more, because the note helps. */
  readonly keepsLines?: (skill: string) => boolean;
}

export class NotePlanner {
  readonly #deps: PlannerDeps;
  readonly #notes: CurrentNotes;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
    this.#notes = currentNotesIn(deps.library, readLedger(deps.library).entries);
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
    const { library, evidence, variants, isLeftOut, keepsLines } = this.#deps;
    const keeps = keepsLines?.(entry.id) === true;
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
    const last = this.#notes.of(entry);
    const prepared = prepareNote({
      skill: { id: entry.id, name: entry.name },
      text,
      supportFile: supportFile && decodeUtf8(supportFile.bytes),
      lastWritten: last && writtenNote(library, last, entry.name),
      now: library.clock.now(),
      lessons: lessonsOf(evidence, id, this.#windowFor(last, keeps)),
      variants,
      renews,
      ...(keeps && { keeps: new Set((last?.notes ?? []).map((item) => item.id)) }),
      ...(isLeftOut && { isLeftOut: (item: NoteItem) => isLeftOut(entry.id, item) }),
      sha256: sha256Hex,
    });
    if (prepared.kind !== 'note' && prepared.kind !== 'removal') return prepared;
    const name = entry.path.slice(entry.folder.length + 1);
    const finding = changeFinding(library.files, entry.folder, [
      { path: name, text: prepared.text },
      ...prepared.supportFiles,
    ]);
    if (finding !== undefined) return { kind: 'skip', reason: 'scan-finding', detail: findingText(finding) };
    return {
      kind: 'note',
      ready: prepared,
      baseSha256: sha256Hex(file.bytes),
      diff: unifiedDiff({ label: `a/${name}`, text }, { label: `b/${name}`, text: prepared.text }),
    };
  }

  /** Whether the skill has a note of version 0.1.0, which is made again in today's form. */
  hasOldNote(entry: SkillEntry): boolean {
    const { library } = this.#deps;
    if (this.#notes.of(entry) === undefined) return false;
    const bytes = unlessRefused(() => library.files.read(entry.path))?.bytes;
    const block = bytes && findBlock(decodeUtf8(bytes));
    return block?.kind === 'block' && isOldBlock(block.text);
  }

  /** What the last note says stays in the next one until it expires, so its evidence is read again. */
  #windowFor(last: RecordedEntry | undefined, keeps: boolean): Window {
    const { library, window } = this.#deps;
    const now = library.clock.now();
    const seen = (last?.notes ?? []).filter(({ expiresAt }) => keeps || expiresAt > now);
    return { from: Math.min(window.from, ...seen.map(({ firstSeen }) => firstSeen)), to: window.to };
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
