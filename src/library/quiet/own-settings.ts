/*
 * The settings of agents that Coppice made, by the ledger: of each key the last entry counts, and a key that the last
 * entry took out is nobody's again.
 */

import type { SettingChange, SettingPlace } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';

export interface OwnSetting {
  /** The entry that set it. */
  readonly entry: RecordedEntry;
  readonly setting: SettingChange;
}

/** Keyed by place, in the order in which they were set. */
export function ownSettings(entries: readonly RecordedEntry[]): ReadonlyMap<string, OwnSetting> {
  const own = new Map<string, OwnSetting>();
  for (const entry of entries) {
    const { setting } = entry;
    if (setting === undefined || entry.state !== 'committed') continue;
    const key = placeKey(setting);
    own.delete(key);
    if (setting.after !== null) own.set(key, { entry, setting });
  }
  return own;
}

export function placeKey({ agent, file, keyPath }: SettingPlace): string {
  return JSON.stringify([agent, file, ...keyPath]);
}
