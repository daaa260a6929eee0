/*
 * Changes one key per skill in the settings of agents and records it in the ledger, through the one write path. The
 * entry has the old and the new value of that key and nothing else of the file.
 */

import { isEqual } from '../../text/shape.js';
import { findEntries } from '../ledger/find-entries.js';
import type {
  JsonValue,
  LedgerAction,
  LedgerEntry,
  SettingChange,
  SettingPlace,
} from '../rules/ledger-entry.js';
import { settingWord } from '../rules/ledger-words.js';
import { type BesideOutcome, writeBeside } from './facts.js';
import { readSetting } from './setting-file.js';
import type { WriteOptions } from './write.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface SettingWrite extends SettingPlace {
  readonly target: PackageTarget;
  readonly action: Extract<LedgerAction, 'quiet' | 'wake' | 'configure'>;
  /** Null takes the key out. */
  readonly value: JsonValue;
  readonly reason?: string | undefined;
}

/** The outcomes are in the order of the writes; one that fails does not stop the others. */
export async function writeSettings(
  deps: WriteDeps,
  writes: readonly SettingWrite[],
  options: Pick<WriteOptions, 'actor' | 'run'>,
): Promise<readonly BesideOutcome[]> {
  const changes = writes.map(({ target, action, value, reason, ...place }) => ({
    isUnchanged: () => isEqual(readSetting(deps.files, place).value, value),
    write: {
      target,
      besideFiles: true,
      plan: () => ({ action, reason, setting: settingChange(deps, place, value) }),
    },
  }));
  return await writeBeside(deps, changes, options);
}

function settingChange(deps: WriteDeps, place: SettingPlace, value: JsonValue): SettingChange {
  const { agent, file, keyPath } = place;
  const { value: before, fileExists } = readSetting(deps.files, place);
  const isOwnFile = fileExists
    ? value === null && wasMadeHere(findEntries(deps, [settingWord]).entries, file)
    : true;
  return { agent, file, keyPath, before, after: value, ...(isOwnFile && { createdFile: true }) };
}

/** Whether one of the entries made this file. */
export function wasMadeHere(entries: Iterable<LedgerEntry>, file: string): boolean {
  for (const { setting } of entries) if (setting?.file === file && setting.createdFile === true) return true;
  return false;
}
