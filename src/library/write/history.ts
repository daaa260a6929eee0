/*
 * The history of the skills, from the ledger: of all, or of one skill under all the names it had; and what one entry
 * changed, line by line.
 */

import { unifiedDiff } from '../../text/line-diff.js';
import { decodePlainText } from '../../text/utf8.js';
import { findEntries } from '../ledger/find-entries.js';
import {
  changesContent,
  concernedFile,
  type EntryState,
  type FactChange,
  type FileEffect,
  type JsonValue,
  type LedgerEntry,
  nameOf,
  type SettingChange,
} from '../rules/ledger-entry.js';
import type { LedgerReading, RecordedEntry } from '../rules/ledger-lines.js';
import { type LedgerOptions, readBlob, readLedger } from './ledger.js';
import { joined } from './write-inside.js';

export interface HistoryItem {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly skill: string;
  /** The package's folder at that time. */
  readonly path: string;
  /** The hash of the changed file (SKILL.md if there are several); null if it did not exist. */
  readonly before: string | null;
  readonly after: string | null;
  readonly run: string | null;
  readonly reason: string | null;
  readonly undoes: string | null;
  readonly state: EntryState;
  /** What the entry changed instead of a file. */
  readonly fact?: FactChange;
  readonly setting?: SettingChange;
}

export interface History {
  /** Oldest first. */
  readonly entries: readonly HistoryItem[];
  /** The number of lines in the ledger that could not be read. */
  readonly malformed: number;
}

/** The history of one skill, by its id or name, or of all. */
export function history(ledger: LedgerOptions, wanted?: string): History {
  if (wanted !== undefined) return historyOf(ledger, wanted);
  const { entries, malformed } = readLedger(ledger);
  return { entries: entries.map(historyItem), malformed };
}

/** Each earlier name of the skill leads to more of its entries. */
function historyOf(ledger: LedgerOptions, wanted: string): History {
  const leadsTo = (entries: readonly RecordedEntry[]) => entriesOf(entries, wanted).names;
  const { entries, malformed } = findEntries(ledger, [wanted], { leadsTo });
  return { entries: entriesOf(entries, wanted).entries.map(historyItem), malformed };
}

/** What an entry changed, as a unified diff with a line for the move of the folder. */
export function entryDiff(ledger: LedgerOptions, entry: LedgerEntry): string {
  const { move, fact, setting } = entry;
  const moved = move === null ? '' : `rename from ${move.from}\nrename to ${move.to}\n`;
  return (
    moved +
    (fact === undefined ? '' : valueDiff(fact.key, fact)) +
    (setting === undefined ? '' : valueDiff(`${setting.file}: ${setting.keyPath.join('.')}`, setting)) +
    entry.files
      .filter(changesContent)
      .map((file) => fileDiff(ledger, file))
      .join('')
  );
}

/** A fact or a setting as two lines; one that is not set has none. */
function valueDiff(name: string, { before, after }: Pick<FactChange, 'before' | 'after'>): string {
  const line = (sign: string, value: JsonValue) =>
    value === null ? '' : `${sign}${name} = ${JSON.stringify(value)}\n`;
  return line('-', before) + line('+', after);
}

/** Goes from the newest entry to the oldest, so that earlier names of a skill are known when their entries are reached. */
function entriesOf(
  entries: LedgerReading['entries'],
  wanted: string,
): { readonly entries: readonly RecordedEntry[]; readonly names: ReadonlySet<string> } {
  const names = new Set([wanted]);
  const isSelected = (id: string) => names.has(id) || nameOf(id) === wanted;
  const own = entries.toReversed().filter(({ skill, renamedTo, state }) => {
    if (renamedTo !== null && state !== 'rolled-back' && isSelected(renamedTo)) names.add(skill);
    return isSelected(skill);
  });
  return { entries: own.toReversed(), names };
}

function historyItem(entry: RecordedEntry): HistoryItem {
  const { id, at, actor, action, skill, root, folder, run, reason, undoes, state } = entry;
  const file = concernedFile(entry);
  const before = file?.before?.sha256 ?? null;
  const after = file?.after?.sha256 ?? null;
  return {
    id,
    at,
    actor,
    action,
    skill,
    path: joined(root, folder),
    before,
    after,
    run,
    reason,
    undoes,
    state,
    ...(entry.fact && { fact: entry.fact }),
    ...(entry.setting && { setting: entry.setting }),
  };
}

function fileDiff(ledger: LedgerOptions, { path, before, after }: FileEffect): string {
  const isUnstored = [before, after].some((state) => state?.stored === false);
  if (isUnstored) return `The content of ${path} is not stored, because it seems to contain a secret\n`;
  const [oldBytes, newBytes] = [before, after].map((state) =>
    state === null ? new Uint8Array() : readBlob(ledger, state.sha256),
  );
  const [oldText, newText] = [oldBytes && decodePlainText(oldBytes), newBytes && decodePlainText(newBytes)];
  const labels = [
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
  ] as const;
  if (oldText === undefined || newText === undefined)
    return `Binary files ${labels[0]} and ${labels[1]} differ\n`;
  return unifiedDiff({ label: labels[0], text: oldText }, { label: labels[1], text: newText });
}
