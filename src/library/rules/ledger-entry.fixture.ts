/*
 * An entry of the ledger for tests, which name only what they are about.
 */

import { type LedgerEntry, nameOf } from './ledger-entry.js';
import type { RecordedEntry } from './ledger-lines.js';

/** An edit that changes nothing. */
export function ledgerEntry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  const skill = changes.skill ?? 'home:a';
  return {
    id: 'e1',
    at: 1,
    actor: 'user',
    action: 'edit',
    skill,
    renamedTo: null,
    root: '/root',
    folder: nameOf(skill),
    move: null,
    files: [],
    madeFolders: [],
    emptiedFolders: [],
    verify: [],
    run: null,
    reason: null,
    undoes: null,
    createdBy: null,
    manifest: null,
    ...changes,
  };
}

/** One that has ended. */
export function recordedEntry({
  state = 'committed',
  outcome,
  ...changes
}: Partial<RecordedEntry> = {}): RecordedEntry {
  return { ...ledgerEntry(changes), state, outcome };
}
