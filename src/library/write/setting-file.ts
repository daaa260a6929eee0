/*
 * One key in a settings file of an agent, read and changed on the disk. The agent and the user write the file too and
 * know no lock of ours: it is read again just before it is replaced, and the edit starts over if it is not the same.
 */

import { dirname } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { isEqual } from '../../text/shape.js';
import type { JsonValue, SettingChange, SettingPlace } from '../rules/ledger-entry.js';
import { settingValue, withSetting } from '../rules/setting-text.js';

interface SettingNow {
  readonly value: JsonValue;
  readonly fileExists: boolean;
}

export function readSetting(files: Files, place: SettingPlace): SettingNow {
  const text = textOf(files, place.file);
  const value = settingValue(text ?? '', place);
  return { value, fileExists: text !== undefined };
}

/** The value of the key now; undefined when the file cannot be read or edited. */
export function settingState(files: Files, place: SettingPlace): JsonValue | undefined {
  try {
    return settingValue(textOf(files, place.file) ?? '', place);
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return undefined;
  }
}

const maxTries = 5;

/** Changes the key from one value to another; `changed-on-disk` if it has neither. It can be repeated. */
export function changeSetting(files: Files, change: SettingChange): void {
  for (let left = maxTries; left > 0; left -= 1) if (tryChange(files, change)) return;
  throw new CoppiceError('changed-on-disk', `${change.file} is being changed by someone else all the time`, {
    hint: 'close the program that writes it, and try again',
  });
}

/** False when somebody else changed the file in between. */
function tryChange(files: Files, change: SettingChange): boolean {
  const { before, after, file } = change;
  const text = textOf(files, file);
  const value = settingValue(text ?? '', change);
  if (isEqual(value, after)) return true;
  if (!isEqual(value, before)) throw settingChanged(change);
  const edited = withSetting(text ?? '', change, after);
  if (textOf(files, file) !== text) return false;
  // The link of somebody who keeps the settings elsewhere stays.
  const path = files.realPath(file) ?? file;
  if (text !== undefined && after === null && change.createdFile && isEmptyText(edited)) {
    files.remove(path);
    return true;
  }
  const bytes = new TextEncoder().encode(edited);
  if (text !== undefined) files.write(path, bytes);
  else {
    files.makeFolder(dirname(path));
    return files.create(path, bytes);
  }
  return true;
}

/**
 * Removes the temporary file that a killed change left beside the settings, because all of them may be in it. Others may
 * be writing there, so only the beginning of what this change would have written counts as its own.
 */
export function sweepSetting(files: Files, change: SettingChange): void {
  const folder = dirname(files.realPath(change.file) ?? change.file);
  const text = textOf(files, change.file) ?? '';
  const isDone = isEqual(settingValue(text, change), change.after);
  const wanted = new TextEncoder().encode(isDone ? text : withSetting(text, change, change.after));
  for (const { name, kind } of files.list(folder) ?? []) {
    if (kind !== 'file' || !/^\.coppice-.+\.tmp$/.test(name)) continue;
    const path = `${folder}/${name}`;
    const found = files.read(path, { maxBytes: wanted.length + 1 })?.bytes ?? new Uint8Array();
    if (found.length > 0 && found.every((byte, at) => byte === wanted[at])) files.remove(path);
  }
}

function settingChanged({ agent, file, keyPath }: SettingPlace): CoppiceError {
  const message = `the setting ${keyPath.join('.')} of ${agent} has been changed since`;
  return new CoppiceError('changed-on-disk', message, { hint: `see ${file}` });
}

function isEmptyText(text: string): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/.test(text);
}

/** Undefined when there is no file. Bytes that are not UTF-8 could not be written back as they were. */
function textOf(files: Files, file: string): string | undefined {
  const content = files.read(file);
  if (content === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content.bytes);
  } catch {
    throw new CoppiceError('bad-config', `${file} is not UTF-8 text`, {
      hint: 'correct the file and try again',
    });
  }
}
