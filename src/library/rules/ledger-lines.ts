/*
 * The ledger as text: one JSON line when an entry is prepared and one when it ends. Each append starts with a newline,
 * so that a line that was cut off by a crash never damages the next one. Incomplete lines are counted and skipped.
 */

import { parseJson } from '../../text/json.js';
import { isListOf, isObject, isOneOf, isText, isTextOrNull, isTime } from '../../text/shape.js';
import { provenances } from '../../usage/rules/record.js';
import {
  type ArchiveManifest,
  actors,
  type EntryOutcome,
  type EntryState,
  type FactChange,
  type FileEffect,
  type FileState,
  type FolderMove,
  type LedgerEntry,
  type LedgerNote,
  type LinkChange,
  ledgerActions,
  type PurgedContents,
  type SettingChange,
} from './ledger-entry.js';

export interface RecordedEntry extends LedgerEntry {
  readonly state: EntryState;
  readonly outcome: EntryOutcome | undefined;
}

export interface LedgerReading {
  /** Oldest first. */
  readonly entries: readonly RecordedEntry[];
  /** The number of lines that could not be read: cut off by a crash, damaged, or written by a newer version. */
  readonly malformed: number;
  /** The hashes of contents that were purged. */
  readonly purged: ReadonlySet<string>;
}

export type LedgerLine = LedgerEntry | EntryOutcome | PurgedContents;

export function printLines(lines: readonly LedgerLine[]): string {
  return `\n${lines.map(printLine).join('\n')}\n`;
}

/** The first key distinguishes the kinds of lines (`milestoneOf` relies on it). */
function printLine(line: LedgerLine): string {
  if ('purged' in line) return JSON.stringify(line);
  if ('entry' in line) {
    const { entry, ...ending } = line;
    return JSON.stringify({ entry, ...ending });
  }
  const { id, ...change } = line;
  return JSON.stringify({ id, ...change });
}

export function parseLedger(text: string): LedgerReading {
  return readingOf(linesOf(text));
}

/** Of lines in the order of the ledger. */
export function readingOf(lines: Iterable<string>): LedgerReading {
  const entries = new Map<string, LedgerEntry>();
  const outcomes = new Map<string, EntryOutcome>();
  const purged = new Set<string>();
  let malformed = 0;
  for (const line of lines) {
    const value = parseLine(line);
    if (value === undefined) malformed += 1;
    else if ('purged' in value) for (const sha256 of value.purged) purged.add(sha256);
    else if ('entry' in value) outcomes.set(value.entry, value);
    else entries.set(value.id, value);
  }
  const recorded = Array.from(entries.values(), (entry) => {
    const outcome = outcomes.get(entry.id);
    return { ...entry, state: outcome?.state ?? ('prepared' as const), outcome };
  });
  return { entries: recorded, malformed, purged };
}

/** Undefined for a line that cannot be read. */
export function parseLine(line: string): LedgerLine | undefined {
  const value = parseJson(line);
  return isEntry(value) || isOutcome(value) || isPurged(value) ? value : undefined;
}

/** Which entry a line begins or ends; undefined for any other line. The line of an entry that begins is not parsed. */
export function milestoneOf(line: string): { readonly begins: boolean; readonly id: string } | undefined {
  const [, key, id] = /^\{"(id|entry)":"([^"]+)"/.exec(line) ?? [];
  if (id === undefined) return undefined;
  if (key === 'id') return { begins: true, id };
  return isOutcome(parseJson(line)) ? { begins: false, id } : undefined;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function isEntry(value: unknown): value is LedgerEntry {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isTime(value['at']) &&
    isOneOf(actors, value['actor']) &&
    isOneOf(ledgerActions, value['action']) &&
    isText(value['skill']) &&
    isTextOrNull(value['renamedTo']) &&
    isText(value['root']) &&
    isText(value['folder']) &&
    (value['move'] === null || isMove(value['move'])) &&
    isListOf(value['files'], isFileEffect) &&
    isListOf(value['madeFolders'], isText) &&
    isListOf(value['emptiedFolders'], isText) &&
    isListOf(value['verify'], isText) &&
    isTextOrNull(value['run']) &&
    isTextOrNull(value['reason']) &&
    isTextOrNull(value['undoes']) &&
    (value['createdBy'] === null || isOneOf(provenances, value['createdBy'])) &&
    (value['manifest'] === null || isManifest(value['manifest'])) &&
    (value['notes'] === undefined || isListOf(value['notes'], isNote)) &&
    (value['link'] === undefined || isLink(value['link'])) &&
    (value['fact'] === undefined || isFact(value['fact'])) &&
    (value['setting'] === undefined || isSetting(value['setting']))
  );
}

function isOutcome(value: unknown): value is EntryOutcome {
  return (
    isObject(value) &&
    isText(value['entry']) &&
    (value['state'] === 'committed' || value['state'] === 'rolled-back') &&
    isTime(value['at']) &&
    isTextOrNull(value['message']) &&
    isListOf(value['conflicts'], isText)
  );
}

function isPurged(value: unknown): value is PurgedContents {
  return isObject(value) && isListOf(value['purged'], isText) && isTime(value['at']);
}

function isLink(value: unknown): value is LinkChange {
  return (
    isObject(value) && isText(value['path']) && isTextOrNull(value['before']) && isTextOrNull(value['after'])
  );
}

function isMove(value: unknown): value is FolderMove {
  return isObject(value) && isText(value['from']) && isText(value['to']) && Number.isFinite(value['inode']);
}

function isFileEffect(value: unknown): value is FileEffect {
  return (
    isObject(value) &&
    isText(value['path']) &&
    isStateOrNull(value['before']) &&
    isStateOrNull(value['after'])
  );
}

function isStateOrNull(value: unknown): value is FileState | null {
  if (value === null) return true;
  return (
    isObject(value) &&
    isText(value['sha256']) &&
    Number.isSafeInteger(value['mode']) &&
    (value['stored'] === undefined || value['stored'] === false)
  );
}

function isNote(value: unknown): value is LedgerNote {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isListOf(value['evidence'], isText) &&
    (value['fixEvidence'] === undefined || isListOf(value['fixEvidence'], isText)) &&
    Number.isSafeInteger(value['firstSeen']) &&
    Number.isSafeInteger(value['lastSeen']) &&
    Number.isSafeInteger(value['expiresAt'])
  );
}

function isFact(value: unknown): value is FactChange {
  return isObject(value) && isText(value['key']) && 'before' in value && 'after' in value;
}

function isSetting(value: unknown): value is SettingChange {
  return (
    isObject(value) &&
    isText(value['agent']) &&
    isText(value['file']) &&
    isListOf(value['keyPath'], isText) &&
    'before' in value &&
    'after' in value &&
    (value['createdFile'] === undefined || typeof value['createdFile'] === 'boolean')
  );
}

function isManifest(value: unknown): value is ArchiveManifest {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isText(value['originalPath']) &&
    isTextOrNull(value['category']) &&
    isTextOrNull(value['digest']) &&
    isTextOrNull(value['reason']) &&
    isTextOrNull(value['run'])
  );
}
