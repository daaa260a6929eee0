/*
 * One key of Coppice's own config.toml: its value, and the text with another value for it. Every other byte stays, and taking the
 * key out gives back the text before it was set; where that is not possible, nothing is edited.
 */

import { printTomlValue, setTomlKey } from '../../../text/edit/toml.js';
import { removeTomlKey } from '../../../text/edit/toml-remove.js';
import { CoppiceError } from '../../../text/errors.js';
import { isEqual, isTable } from '../../../text/shape.js';
import { parseToml } from '../../../text/toml.js';
import { splitMark } from '../../../text/utf8.js';
import type { JsonValue, SettingPlace } from '../ledger-entry.js';

/** In the ledger, whose settings these are. */
export const ownSettings = 'coppice';

/** Null where the key is not set. */
export function configValue(text: string, { file, keyPath }: SettingPlace): JsonValue {
  const read = parseToml(splitMark(text).content);
  if (!read.ok) throw unusable(file, `line ${read.fault.line}: ${read.fault.reason}`);
  const [section = '', key = ''] = keyPath;
  const table = read.value[section];
  return isTable(table) && Object.hasOwn(table, key) ? (table[key] as JsonValue) : null;
}

/** Null takes the key out. */
export function withConfigValue(text: string, place: SettingPlace, value: JsonValue): string {
  const { mark, content } = splitMark(text);
  const name = place.keyPath.join('.');
  if (value === null) {
    const removed = removeTomlKey(content, name);
    if (removed !== undefined) return mark + removed;
  } else if (typeof value === 'number') {
    const edited = setTomlKey(content, name, value);
    const isNew = isEqual(configValue(text, place), null);
    if (edited !== undefined && (!isNew || removeTomlKey(edited, name) === content)) return mark + edited;
  }
  throw unusable(place.file, `${name} cannot be changed without changing other parts of the file`, {
    hint: `change it by hand: ${name} = ${printTomlValue(value)}`,
  });
}

function unusable(file: string, reason: string, { hint }: { readonly hint?: string } = {}): CoppiceError {
  return new CoppiceError('bad-config', `${file}: ${reason}`, {
    hint: hint ?? 'correct the file; nothing was written',
  });
}
