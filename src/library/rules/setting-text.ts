/*
 * One key of an agent's settings text, or of Coppice's own: its value, and the text with another value for it. Every other
 * byte stays. The record of the agent says what a key path means in its format.
 */

import { agents } from '../../agents/index.js';
import { editSetting, readSetting, type SettingKey, settingName } from '../../agents/settings-edit.js';
import { CoppiceError } from '../../text/errors.js';
import { configValue, ownSettings, withConfigValue } from './config/config-text.js';
import type { JsonValue, SettingPlace } from './ledger-entry.js';

/** The value of the key; null when it is absent, as in the text of a file that does not exist. */
export function settingValue(text: string, place: SettingPlace): JsonValue {
  if (place.agent === ownSettings) return configValue(text, place);
  const key = keyOf(place);
  const read = readSetting(text, key);
  if (!read.ok) throw unusable(place.file, read.reason);
  return (read.value ?? null) as JsonValue;
}

/** The text with this value for the key; null removes the key, and what was made for it. */
export function withSetting(text: string, place: SettingPlace, value: JsonValue): string {
  if (place.agent === ownSettings) return withConfigValue(text, place, value);
  const key = keyOf(place);
  if (value !== null && typeof value !== 'string' && typeof value !== 'boolean')
    throw unusable(place.file, `${settingName(key)} cannot have the value ${JSON.stringify(value)}`);
  const edited = editSetting(text, key, value ?? undefined);
  if (!edited.ok) throw unusable(place.file, edited.reason);
  return edited.text;
}

function keyOf({ agent: name, file, keyPath }: SettingPlace): SettingKey {
  const { settings } = agents.find((agent) => agent.name === name) ?? {};
  if (settings?.quiet === undefined) throw unusable(file, `the settings of ${name} cannot be edited`);
  return { format: settings.format, form: settings.quiet.form, keyPath };
}

function unusable(file: string, reason: string): CoppiceError {
  return new CoppiceError('bad-config', `${file}: ${reason}`, {
    hint: 'correct the file, or change it by hand; nothing was written',
  });
}
