/*
 * A ledger in memory for tests, of entries that have ended as they say.
 */

import { memoryFiles } from '../../system/disk/memory-disk.js';
import { homePaths } from '../../system/home.js';
import { printLines, type RecordedEntry } from '../rules/ledger-lines.js';
import type { LedgerOptions } from './ledger-parts.js';

const home = '/home';

export function ledgerWith(text: string): LedgerOptions {
  const ledger = { files: memoryFiles(), home };
  ledger.files.makeFolder(home);
  addText(ledger, text);
  return ledger;
}

export function ledgerOf(entries: readonly RecordedEntry[]): LedgerOptions {
  return ledgerWith(entries.map(textOf).join(''));
}

export function addText({ files }: LedgerOptions, text: string): void {
  files.append(homePaths(home).ledger, new TextEncoder().encode(text));
}

/** The lines with which the write path records it. */
export function textOf({ state, outcome: _, ...entry }: RecordedEntry): string {
  const ended = { entry: entry.id, at: entry.at, message: null, conflicts: [] };
  return printLines([entry]) + (state === 'prepared' ? '' : printLines([{ ...ended, state }]));
}
